import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { ROUTES } from "../http/basePath";
import { parseJson, parseLossless, type JsonObject } from "../json";
import { jsonResponse, Problem, type ServiceResponse } from "../response";
import { DocumentSchema, object } from "../service/schema";
import { adminOperations, type AdminOperation } from "./adminOperations";
import type { AdminParts } from "./adminParts";
import { refuseStrangers } from "./guard";
import { pageFile } from "./pageFiles";

/** What the emulator's own routes work with. */
export interface OwnParts extends AdminParts {
  /** What it was told to listen on. */
  host: string;
  /** The document of both APIs. */
  openApi: () => object;
}

const ADMIN = "/__admin";
/** The route of the page. A GET of it changes nothing, and the page itself is empty until its scripts ask for more. */
const PAGE = `${ROUTES.own}/`;

/** The routes that are the emulator's own: the page, the admin API with its events, and the document of both APIs. */
export function ownRoutes(parts: OwnParts): FastifyPluginCallback {
  return (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, parsed) => parsed(null, body));
    app.addHook("onRequest", (request, _reply, next) => {
      refuseStrangers(request.headers, parts.host, request.routeOptions.url === PAGE);
      next();
    });
    for (const operation of adminOperations) {
      const respond = responder(operation, parts);
      app.route({
        method: operation.method,
        url: ADMIN + operation.path,
        handler: (request, reply) => send(reply, respond(request)),
      });
    }
    app.get(`${ADMIN}/events`, (_request, reply) => {
      reply.hijack();
      parts.feed.connect(reply.raw);
    });
    app.get("/", { prefixTrailingSlash: "slash" }, (_request, reply) => send(reply, pageFile("index.html")));
    app.get(`${ADMIN}/page/:name`, (request, reply) =>
      send(reply, pageFile((request.params as { name: string }).name)),
    );
    // A browser asks for it beside any document that names no icon.
    app.get("/favicon.ico", (_request, reply) => send(reply, { status: 204, headers: {} }));
    app.get("/openapi.json", (_request, reply) => send(reply, jsonResponse(200, parts.openApi())));
    app.setNotFoundHandler((_request, reply) => send(reply, undefined));
    app.setErrorHandler((error, _request, reply) => send(reply, problemOf(error).toResponse()));
    done();
  };
}

interface Schemas {
  query: DocumentSchema;
  body?: DocumentSchema;
}

/** Compiled when they are first asked for: most emulators never are. */
const compiled = new Map<AdminOperation, Schemas>();

function schemasOf(operation: AdminOperation): Schemas {
  const { parameters = object({}), body } = operation;
  const of = "the admin API";
  const made = compiled.get(operation) ?? {
    query: new DocumentSchema(parameters, of),
    body: body && new DocumentSchema(body, of),
  };
  compiled.set(operation, made);
  return made;
}

/** Reads requests to an operation, and runs it. */
function responder(operation: AdminOperation, parts: AdminParts): (request: FastifyRequest) => ServiceResponse {
  return (request) => {
    const { query, body } = schemasOf(operation);
    const given = Object.entries(request.query as Record<string, string>);
    const numbers = given.map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]);
    return operation.run(
      {
        query: query.read(Object.fromEntries(numbers) as JsonObject, "query") as Record<string, number>,
        body: body && readBody(request, body),
      },
      parts,
    );
  };
}

/** The body with all digits. Throws the Problem that refuses it. */
function readBody({ body, headers }: FastifyRequest, schema: DocumentSchema): unknown {
  // A page of somebody else's can send other types without asking.
  if (!/^application\/json *(;|$)/i.test(headers["content-type"] ?? "")) {
    throw new Problem(415, "The body must be sent as application/json.", { accept: "application/json" });
  }
  const value = parseJson(String(body));
  if (value === undefined) {
    throw new Problem(400, "The body is not JSON.");
  }
  schema.read(value);
  return parseLossless(String(body), value);
}

function nothingThere({ method, url }: FastifyRequest): Problem {
  const path = (url.split("?")[0] ?? "").slice(ROUTES.own.length);
  const allowed = adminOperations.filter((operation) => ADMIN + operation.path === path).map((each) => each.method);
  return allowed.length === 0
    ? new Problem(404, `The emulator has no path ${path}.`)
    : new Problem(405, `${path} takes no ${method}.`, { allow: allowed.join(", ") });
}

function send(reply: FastifyReply, response: ServiceResponse | undefined): void {
  const { status, headers, text } = response ?? nothingThere(reply.request).toResponse();
  void reply
    .code(status)
    .headers({ ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" })
    .send(text);
}

/** A seed or a fault that is refused is a TypeError; Fastify's own errors carry a status. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  const { statusCode = error instanceof TypeError ? 400 : 500, message } = error as {
    statusCode?: number;
    message: string;
  };
  return new Problem(statusCode, statusCode < 500 ? message : `The emulator has failed: ${message}`);
}
