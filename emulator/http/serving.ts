import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseJson } from "../json";
import { problemOf, type ServiceResponse } from "../response";
import { faultyResponse, planOf, type Ending, type Faults } from "./faults";
import type { Latency } from "./latency";
import type { Outcome } from "./operations";
import type { RateLimiter } from "./rateLimit";
import type { OpenRequest, RequestLog } from "./requestLog";

declare module "fastify" {
  interface FastifyRequest {
    recorded: OpenRequest;
    /** By a clock that nobody sets. */
    receivedAt: number;
  }
}

/** What stands between a request and its response. */
export interface ServingParts {
  faults: Faults;
  log: RequestLog;
  latency: Latency;
  /** Default: every request is taken. */
  limiter?: RateLimiter;
  /** Where the server can be reached, with the base path. */
  url: () => string;
}

/** Records requests, and sends what an operation, or a fault in its place, responds with. */
export function serving({ faults, latency, limiter, log, url }: ServingParts) {
  const record = (request: FastifyRequest): void => {
    request.receivedAt = performance.now();
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
  const finish = (reply: FastifyReply, response: ServiceResponse, ending?: Ending): void => {
    const { recorded, receivedAt } = reply.request;
    if (ending === undefined || ending === "truncate") {
      recorded.status = response.status;
    }
    recorded.durationMs = Math.round((performance.now() - receivedAt) * 10) / 10;
    log.settle(recorded);
    send(reply, { ...response, headers: { ...response.headers, "x-request-id": recorded.requestId } }, ending);
  };
  const refusal = (recorded: OpenRequest, error: unknown): ServiceResponse => {
    const problem = problemOf(error, 500);
    recorded.refusal = problem.detail;
    return problem.toResponse();
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): void =>
    finish(reply, refusal(request.recorded, error));

  const serve = (work: (request: FastifyRequest) => Outcome) => (request: FastifyRequest, reply: FastifyReply) => {
    const { recorded } = request;
    recorded.rawBody = typeof request.body === "string" ? request.body : "";
    recorded.body = parseJson(recorded.rawBody);
    const process = (): ServiceResponse => {
      try {
        limiter?.take();
        const { change, ...response } = work(request);
        recorded.change = change;
        return response;
      } catch (error) {
        return refusal(recorded, error);
      }
    };
    const { response, ending, delayMs } = answer(faults, recorded, process, url());
    const end = (): void => finish(reply, response, ending);
    const waitMs = delayMs + latency();
    if (waitMs === 0) {
      end();
      return;
    }
    const timer = setTimeout(end, waitMs);
    reply.raw.once("close", () => clearTimeout(timer));
  };

  return { record, refuse, serve };
}

/** The response of the fault that hits the request, or else the real one. */
function answer(faults: Faults, recorded: OpenRequest, process: () => ServiceResponse, url: string) {
  const fault = faults.take(recorded);
  if (fault === undefined) {
    return { response: process(), ending: undefined, delayMs: 0 };
  }
  recorded.fault = fault.kind;
  const { processed, ...plan } = planOf(fault);
  return { ...plan, response: faultyResponse(fault, recorded, processed ? process() : undefined, url) };
}

function send(reply: FastifyReply, { status, headers, text }: ServiceResponse, ending: Ending | undefined): void {
  if (ending === undefined) {
    void reply.code(status).headers(headers).send(text);
    return;
  }
  reply.hijack();
  const { socket } = reply.raw;
  if (ending === "cut") {
    cut(socket);
  }
  if (ending === "truncate") {
    const body = Buffer.from(text ?? "");
    reply.raw.writeHead(status, { ...headers, "content-length": body.length });
    reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => socket?.destroy());
  }
}

function cut(socket: Socket | null): void {
  // Below TLS there is no telling a reset from an end.
  if (socket instanceof TLSSocket) {
    socket.destroy();
  } else {
    socket?.resetAndDestroy();
  }
}
