import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { isLoopback, type ConnectionSettings } from "./connection";
import { failureOf, TunnelError, type Failure } from "./retry";

/** The result of one attempt. */
export interface Attempt {
  /** Absent where no response came. */
  status?: number;
  headers: Record<string, string | string[] | undefined>;
  /** The whole body. Absent where it is not complete. */
  text?: string;
  /** Why there is no response, or no complete one. */
  failure?: Failure;
}

export interface AttemptLimits {
  milliseconds: number;
  /** The size of a body, before and after its encoding is undone. */
  bytes: number;
  signal?: AbortSignal;
}

/** Makes one attempt. It never rejects. The time limit covers connecting, sending and receiving. */
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
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/** The value of `Accept-Encoding`. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/**
 * Undoes the `Content-Encoding` of a body. Returns a failure if more than `maxBytes` come out. undici's own interceptor is not
 * used because it prints a warning that it is experimental.
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
    const decoder = DECODERS.get(encoding);
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
      // undici calls this just before it writes the request to a connection. Until then nothing was sent.
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

/** The connections to a proxy. It hides errors of sockets from undici, which would open another tunnel again and again. */
class ProxyPool extends Pool {
  override connect(...args: unknown[]): Promise<Dispatcher.ConnectData> & void {
    const connecting = super.connect(args[0] as Dispatcher.ConnectOptions).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === "UND_ERR_SOCKET" ? new TunnelError("", { cause: error }) : error;
    });
    return connecting as Promise<Dispatcher.ConnectData> & void;
  }
}

/**
 * Returns the connections to one origin. They go through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name in `env`, in
 * upper or lower case. To this machine they go through a proxy only if NO_PROXY holds `<-loopback>`.
 *
 * @throws Error when the value for a proxy is not a URL.
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
  // Browsers read `<-loopback>` in the same way: a proxy is used for this machine too.
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
    // The message does not show the value, because a proxy's URL often holds a password.
    throw new Error("HTTPS_PROXY and HTTP_PROXY must be URLs of proxies, such as http://proxy.example.com:3128.");
  }
}
