import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { faultyResponse, planOf, type Ending, type Faults } from "./faults";
import { parseJson } from "./json";
import { operations, readCall } from "./operations";
import type { OpenRequest, RequestLog } from "./requestLog";
import { EMULATOR_RULE, Problem, type ServiceResponse } from "./response";
import type { Store } from "./store";

declare module "fastify" {
  interface FastifyRequest {
    recorded: OpenRequest;
  }
}

/** What a request must carry. */
export interface Credential {
  header: string;
  key: string;
}

/** What the server works with. */
export interface ServerParts {
  store: Store;
  faults: Faults;
  credential: Credential;
  basePath: string;
  allowGroupReads: boolean;
  log: RequestLog;
  /** Where the server can be reached, with the base path. */
  url: () => string;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** A base path with one slash before it and none after it; empty for none. Throws a TypeError for what no URL can hold so. */
export function normalizeBasePath(given = ""): string {
  const path = given.replace(/^\/*/, "/").replace(/\/+$/, "");
  // What a client would encode or resolve would never match the path of its requests.
  if (path !== "" && new URL(path, "http://localhost").pathname !== path) {
    throw new TypeError(`the base path ${JSON.stringify(given)} must stand as it is in a URL, e.g. /api/v2`);
  }
  return path;
}

/** The server of interface section 4, not yet listening. Everything else is refused with 404 or 405. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { basePath, credential, faults, log, store } = parts;
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 8192 },
    // Not a part of the routes: there, a colon in it would begin a parameter.
    rewriteUrl: ({ url = "/" }) => (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : "/"),
    frameworkErrors: (error, request, reply) => {
      record(request);
      refuse(request, reply, error);
    },
  });
  const record = (request: FastifyRequest): void => {
    request.recorded = {
      method: request.method,
      path: request.originalUrl,
      headers: request.headers,
      body: undefined,
      rawBody: "",
      status: 0,
      startedAt: Date.now(),
      requestId: randomUUID(),
    };
    log.add(request.recorded);
  };
  const finish = (reply: FastifyReply, recorded: OpenRequest, response: ServiceResponse, ending?: Ending): void => {
    if (ending === undefined || ending === "truncate") {
      recorded.status = response.status;
    }
    log.settle(recorded);
    send(reply, { ...response, headers: { ...response.headers, "x-request-id": recorded.requestId } }, ending);
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): void =>
    finish(reply, request.recorded, problemOf(error).toResponse());

  const serve =
    (work: (request: FastifyRequest) => ServiceResponse) => (request: FastifyRequest, reply: FastifyReply) => {
      const { recorded } = request;
      recorded.rawBody = typeof request.body === "string" ? request.body : "";
      recorded.body = parseJson(recorded.rawBody);
      const process = (): ServiceResponse => {
        try {
          return work(request);
        } catch (error) {
          return problemOf(error).toResponse();
        }
      };
      const fault = faults.take(recorded);
      if (fault === undefined) {
        finish(reply, recorded, process());
        return;
      }
      recorded.fault = fault.kind;
      const { processed, delayMs, ending } = planOf(fault);
      const response = faultyResponse(fault, recorded, processed ? process() : undefined, parts.url());
      const end = (): void => finish(reply, recorded, response, ending);
      if (delayMs === 0) {
        end();
        return;
      }
      const timer = setTimeout(end, delayMs);
      reply.raw.once("close", () => clearTimeout(timer));
    };

  // Media types are judged later, so that the log has the body of a request with a wrong one.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", (request, _reply, done) => {
    record(request);
    done();
  });
  const all = operations(parts.allowGroupReads);
  for (const operation of all) {
    app.route({
      method: operation.method,
      url: operation.path,
      handler: serve(({ recorded, params, query }) => {
        authenticate(recorded, credential);
        return operation.run(readCall(operation, recorded, params, query), store);
      }),
    });
  }
  for (const url of new Set(all.map(({ path }) => path))) {
    const allowed = all.filter(({ path }) => path === url).map(({ method }): string => method);
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      handler: serve(({ recorded }) => {
        authenticate(recorded, credential);
        throw new Problem(405, "The API has no such operation.", { allow: allowed.join(", ") });
      }),
    });
  }
  app.setNotFoundHandler(
    serve(() => {
      throw new Problem(404, "The API has no such path.");
    }),
  );
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
  return app;
}

/** Throws the 401 for a missing or a wrong key. */
function authenticate({ headers }: OpenRequest, { header, key }: Credential): void {
  const given = headers[header.toLowerCase()];
  if (given !== key) {
    const detail =
      given === undefined ? `The header ${header} with an API key is required.` : "The API key is not valid.";
    throw new Problem(401, detail, { "www-authenticate": "ApiKey" });
  }
}

function send(reply: FastifyReply, { status, headers, text }: ServiceResponse, ending: Ending | undefined): void {
  if (ending === undefined) {
    void reply.code(status).headers(headers).send(text);
    return;
  }
  reply.hijack();
  const { socket } = reply.raw;
  if (ending === "cut") {
    socket?.resetAndDestroy();
  }
  if (ending === "truncate") {
    const body = Buffer.from(text ?? "");
    reply.raw.writeHead(status, { ...headers, "content-length": body.length });
    reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => socket?.destroy());
  }
}

// Fastify's own errors (a body that is too large, a URL that cannot be decoded) carry a status.
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  const { statusCode = 500, message = "" } = error as { statusCode?: number; message?: string };
  if (statusCode === 413) {
    return new Problem(413, `A body may have ${MAX_BODY_BYTES} bytes at most ${EMULATOR_RULE}.`);
  }
  return new Problem(statusCode, statusCode < 500 ? message : `The emulator has failed: ${message}`);
}
