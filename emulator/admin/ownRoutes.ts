import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { ROUTES } from "../http/basePath";
import { readJson, readQuery } from "../http/call";
import { parseJson, parseLossless } from "../json";
import { jsonResponse, Problem, problemOf, type ServiceResponse } from "../response";
import { DocumentSchema, object } from "../service/schema";
import { adminOperations, type AdminOperation, type AdminParts } from "./adminOperations";
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

const NO_CONTENT: ServiceResponse = { status: 204, headers: {} };

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
    app.get<{ Querystring: { secrets?: string } }>(`${ADMIN}/events`, ({ query }, reply) => {
      reply.hijack();
      parts.feed.connect(reply.raw, query.secrets === "shown");
    });
    app.get("/", { prefixTrailingSlash: "slash" }, (_request, reply) => send(reply, pageFile("index.html")));
    app.get(`${ADMIN}/page/:name`, (request, reply) =>
      send(reply, pageFile((request.params as { name: string }).name)),
    );
    // A browser asks for it beside any document that names no icon.
    app.get("/favicon.ico", (_request, reply) => send(reply, NO_CONTENT));
    app.get("/openapi.json", (_request, reply) => send(reply, jsonResponse(200, parts.openApi())));
    app.setNotFoundHandler((_request, reply) => send(reply, undefined));
    app.setErrorHandler((error, _request, reply) => send(reply, problemOf(error, 400).toResponse()));
    done();
  };
}

/** Reads requests to an operation, and runs it. */
function responder(operation: AdminOperation, parts: AdminParts): (request: FastifyRequest) => ServiceResponse {
  const { parameters = object({}), body, run } = operation;
  const schema = new DocumentSchema(parameters, "the admin API");
  return (request) => {
    const query = readQuery(schema, request.query);
    const response = run({ query, body: body && readBody(request) }, parts);
    return response === undefined ? NO_CONTENT : jsonResponse(200, response);
  };
}

/** The body with all digits. Throws the Problem that refuses it. A page of somebody else's can send other media types without asking. */
function readBody({ body, headers }: FastifyRequest): unknown {
  const rawBody = String(body);
  return parseLossless(rawBody, readJson({ headers, rawBody, body: parseJson(rawBody) }, "application/json"));
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
