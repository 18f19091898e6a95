import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";
import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { isLoopback, type ConnectionSettings } from "./connection";
import { failureOf, TunnelError, type Failure } from "./retry";

/** What one attempt brought. */
export interface Attempt {
  /** Absent: no response came. */
  status?: number;
  headers: Record<string, string | string[] | undefined>;
  /** The whole body; absent when it is not complete. */
  text?: string;
  /** Why there is no response, or no complete one. */
  failure?: Failure;
}

export interface AttemptLimits {
  milliseconds: number;
  /** Of the body, as it travels and as it is when its encoding is undone. */
  bytes: number;
  signal?: AbortSignal;
}

/** One attempt; never rejects. The limit covers connecting, sending and receiving; what comes after it is dropped. */
export async function sendOnce(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AttemptLimits,
): Promise<Attempt> {
  const { status, headers, body, failure } = await receive(dispatcher, request, limits);
  if (body === undefined) {
    return { status, headers, failure };
  }
  const decoded = await decodeBody(body, headers["content-encoding"], limits.bytes);
  return Buffer.isBuffer(decoded)
    ? { status, headers, text: decoded.toString("utf8") }
    : { status, headers, failure: decoded };
}

const DECODERS = new Map<string, typeof gunzip>([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/** What is asked for in `Accept-Encoding`. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/**
 * Undoes the `Content-Encoding` of a body, of which no more than `maxBytes` may come out. By node:zlib: the interceptor that
 * undici has for it prints a warning to the users of this package that it is experimental.
 */
async function decodeBody(
  body: Buffer,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer | Failure> {
  const names = [contentEncoding ?? []].flat().join(",").toLowerCase().split(",");
  const encodings = names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
  let decoded = body;
  for (const encoding of decoded.length > 0 ? encodings.reverse() : []) {
    // Deflate travels within the zlib format, but some services leave that out.
    const isRaw = encoding === "deflate" && ((decoded[0] ?? 0) & 0x0f) !== 8;
    const decoder = isRaw ? inflateRaw : DECODERS.get(encoding);
    const unusable: Failure = {
      kind: "unusable",
      code: "",
      sent: true,
      why: `its encoding ${encoding} cannot be undone`,
    };
    if (decoder === undefined) {
      return unusable;
    }
    try {
      decoded = await promisify<Buffer, ZlibOptions, Buffer>(decoder)(decoded, { maxOutputLength: maxBytes });
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      return isTooLarge ? { kind: "tooLarge", code: "", sent: true } : unusable;
    }
  }
  return decoded;
}

type Received = Pick<Attempt, "status" | "headers" | "failure"> & { body?: Buffer };

function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { milliseconds, bytes, signal }: AttemptLimits,
): Promise<Received> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | undefined;
    let headers: Attempt["headers"] = {};
    let size = 0;
    let settled = false;
    const chunks: Buffer[] = [];

    const settle = (failure?: Failure) => {
      if (settled) {
        return;
      }
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      resolve({ status, headers, failure, body: failure ? undefined : Buffer.concat(chunks, size) });
      if (failure) {
        controller?.abort(new Error("given up"));
      }
    };
    const sent = () => controller !== undefined;
    const cancel = () => settle({ kind: "cancelled", code: "", sent: sent() });
    const expire = () => settle({ kind: sent() ? "timeout" : "connectTimeout", code: "", sent: sent() });
    const timer = setTimeout(expire, milliseconds);
    signal?.addEventListener("abort", cancel);
    if (signal?.aborted) {
      return cancel();
    }

    const handler: Dispatcher.DispatchHandler = {
      // Called when a connection stands and the request is about to be written to it: until then, surely nothing was sent.
      onRequestStart(started) {
        if (settled) {
          started.abort(new Error("given up"));
        } else {
          controller = started;
        }
      },
      onResponseStart(_, code, received) {
        if (code >= 200) {
          status = code;
          headers = received;
        }
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > bytes) {
          settle({ kind: "tooLarge", code: "", sent: true });
        } else {
          chunks.push(chunk);
        }
      },
      onResponseEnd: () => settle(),
      onResponseError: (_, error) => settle(failureOf(error, sent())),
    };
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      settle(failureOf(error, sent()));
    }
  });
}

/** The connections to a proxy. undici opens another tunnel at once, without end, where one fails with an error of a socket. */
class ProxyPool extends Pool {
  override connect(...args: unknown[]): Promise<Dispatcher.ConnectData> & void {
    const connecting = super.connect(args[0] as Dispatcher.ConnectOptions).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === "UND_ERR_SOCKET" ? new TunnelError("", { cause: error }) : error;
    });
    return connecting as Promise<Dispatcher.ConnectData> & void;
  }
}

/**
 * The connections to one origin: through the proxy that `env` names for it (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either
 * case), never to this machine unless NO_PROXY says `<-loopback>`.
 *
 * @throws Error when a proxy is not named by a URL.
 */
export function dispatcherFor(
  origin: string,
  settings: ConnectionSettings,
  env: Record<string, string | undefined>,
): Dispatcher {
  const options = {
    connections: settings.maxConnections,
    connect: { timeout: settings.requestTimeoutSeconds * 1000 },
  };
  const httpProxy = env.http_proxy || env.HTTP_PROXY || "";
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || "";
  const noProxy = env.no_proxy || env.NO_PROXY || "";
  // Browsers' sign for "loopback too": otherwise a service on this machine is never sought through a proxy.
  const loopbackToo = noProxy.includes("<-loopback>");
  if ((!httpProxy && !httpsProxy) || (isLoopback(origin) && !loopbackToo)) {
    return new Agent(options);
  }
  try {
    return new EnvHttpProxyAgent({
      ...options,
      httpProxy,
      httpsProxy,
      noProxy: noProxy.replace("<-loopback>", ""),
      clientFactory: (proxy, poolOptions) => new ProxyPool(proxy, poolOptions),
    });
  } catch {
    // The value is not shown: a proxy's URL often holds a password.
    throw new Error("HTTPS_PROXY and HTTP_PROXY must be URLs of proxies, such as http://proxy.example.com:3128.");
  }
}
