import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { admit, requireKey, type Credential, type Url } from "./admission";
import type { Answer } from "./answer";
import { delayOf, endingOf, faultyAnswer, isProcessed, type Ending, type Fault, type Faults } from "./faults";
import type { JsonValue } from "./json";
import { Problem } from "./problem";
import type { OpenRequest } from "./requestLog";
import { operations } from "./routes";
import type { Store } from "./store";

declare module "fastify" {
  interface FastifyRequest {
    seen: OpenRequest;
  }
}

/** What the server works with. */
export interface ServerParts {
  store: Store;
  faults: Faults;
  credential: Credential;
  basePath: string;
  allowGroupReads: boolean;
  /** Called when a request's head has arrived. */
  onArrival: (request: OpenRequest) => void;
  /** Called when a request's answer, or the lack of one, is settled. */
  onAnswer: (request: OpenRequest) => void;
  /** Where the server can be reached, with the base path. */
  url: () => string;
}

const BODY_LIMIT = 64 * 1024 * 1024;
const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The server of interface section 4, not yet listening. Everything else is answered with 404 or 405. */
export function createServer(parts: ServerParts): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 8192 },
    frameworkErrors: (error, request, reply) => {
      request.seen = open(request, parts);
      finish(reply, request.seen, problemOf(error).answer(), "answer", parts);
    },
  });
  // Media types are judged later, so that the log has the body of a request with a wrong one.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", (request, _reply, done) => {
    request.seen = open(request, parts);
    done();
  });

  const serve = (work: (request: FastifyRequest) => Answer) => (request: FastifyRequest, reply: FastifyReply) => {
    const { seen } = request;
    seen.rawBody = typeof request.body === "string" ? request.body : "";
    seen.body = readJson(seen.rawBody);
    const fault = parts.faults.take(seen);
    const attempt = (): Answer => {
      try {
        return work(request);
      } catch (error) {
        return problemOf(error).answer();
      }
    };
    if (fault === undefined) finish(reply, seen, attempt(), "answer", parts);
    else finishFaulty(reply, seen, fault, attempt, parts);
  };

  const all = operations(parts.allowGroupReads);
  for (const operation of all) {
    app.route({
      method: operation.method,
      url: parts.basePath + operation.path,
      handler: serve((request) => {
        const url: Url = { params: request.params as Url["params"], query: request.query as Url["query"] };
        return operation.run(admit(operation, request.seen, url, parts.credential), parts.store);
      }),
    });
  }
  for (const path of new Set(all.map((operation) => operation.path))) {
    const allowed = all.filter((operation) => operation.path === path).map((operation) => operation.method as string);
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: parts.basePath + path,
      handler: serve(({ seen }) => {
        requireKey(seen, parts.credential);
        throw new Problem(405, "The interface has no such operation.", undefined, { allow: allowed.join(", ") });
      }),
    });
  }
  app.setNotFoundHandler(
    serve(() => {
      throw new Problem(404, "The interface has no such path.");
    }),
  );
  app.setErrorHandler((error, request, reply) =>
    finish(reply, request.seen, problemOf(error).answer(), "answer", parts),
  );
  return app;
}

function open(request: FastifyRequest, parts: ServerParts): OpenRequest {
  const seen: OpenRequest = {
    method: request.method,
    path: request.url,
    headers: request.headers,
    body: undefined,
    rawBody: "",
    status: 0,
    startedAt: Date.now(),
    requestId: randomUUID(),
  };
  parts.onArrival(seen);
  return seen;
}

function finishFaulty(
  reply: FastifyReply,
  seen: OpenRequest,
  fault: Fault,
  attempt: () => Answer,
  parts: ServerParts,
): void {
  seen.fault = fault.kind;
  const real = isProcessed(fault) ? attempt() : undefined;
  const answer = faultyAnswer(fault, seen, real, parts.url());
  const end = (): void => finish(reply, seen, answer, endingOf(fault), parts);
  const delay = delayOf(fault);
  if (delay > 0) {
    const timer = setTimeout(end, delay);
    reply.raw.once("close", () => clearTimeout(timer));
  } else end();
}

function finish(reply: FastifyReply, seen: OpenRequest, answer: Answer, ending: Ending, parts: ServerParts): void {
  const headers = { ...answer.headers, "x-request-id": seen.requestId };
  if (ending === "answer" || ending === "truncate") seen.status = answer.status;
  parts.onAnswer(seen);
  if (ending === "answer") {
    void reply.code(answer.status).headers(headers).send(answer.text);
    return;
  }
  reply.hijack();
  const { socket } = reply.raw;
  if (ending === "cut") socket?.resetAndDestroy();
  if (ending === "truncate") {
    const body = Buffer.from(answer.text ?? "");
    reply.raw.writeHead(answer.status, { ...headers, "content-length": body.length });
    reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => socket?.destroy());
  }
}

function readJson(text: string): JsonValue | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

// Fastify's own errors (a body that is too large, a URL that cannot be decoded) carry a status.
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode < 500) return new Problem(statusCode, message ?? "");
  return new Problem(500, `The emulator has failed: ${message}`);
}
