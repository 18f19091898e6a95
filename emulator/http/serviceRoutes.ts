import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { EMULATOR_RULE, Problem } from "../response";
import { DocumentSchema, object } from "../service/schema";
import type { Store } from "../service/store";
import { readCall } from "./call";
import { operations } from "./operations";
import type { OpenRequest } from "./requestLog";
import { serving, type ServingParts } from "./serving";

/** What a request must carry. */
export interface Credential {
  header: string;
  key: string;
}

/** What the service works with. */
export interface ServiceParts extends ServingParts {
  store: Store;
  credential: Credential;
  allowGroupReads: boolean;
}

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The routes of the API. Everything else is refused with 404 or 405. */
export function serviceRoutes(parts: ServiceParts) {
  const { credential, store } = parts;
  const { record, refuse, serve } = serving(parts);
  const routes: FastifyPluginCallback = (app, _options, done) => {
    // Media types are judged later, so that the log has the body of a request with a wrong one.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, parsed) => parsed(null, body));
    app.addHook("onRequest", (request, _reply, next) => {
      record(request);
      next();
    });
    const all = operations(parts.allowGroupReads);
    for (const { method, path: url, parameters = object({}), mediaType, run } of all) {
      const query = new DocumentSchema(parameters);
      const handler = serve((request) => {
        authenticate(request.recorded, credential);
        return run(readCall(request, query, mediaType), store);
      });
      app.route({ method, url, handler });
    }
    for (const url of new Set(all.map(({ path }) => path))) {
      const allowed = all.filter(({ path }) => path === url).map(({ method }): string => method);
      app.route({
        method: METHODS.filter((method) => !allowed.includes(method)),
        url,
        handler: serve(({ recorded }) => {
          authenticate(recorded, credential);
          const detail = `The API shows no such operation ${EMULATOR_RULE}.`;
          throw new Problem(405, detail, { allow: allowed.join(", ") });
        }),
      });
    }
    app.setNotFoundHandler(
      serve(() => {
        throw new Problem(404, `The API shows no such path ${EMULATOR_RULE}.`);
      }),
    );
    app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
    done();
  };
  /** Refuses a URL that cannot be routed at all. */
  const onFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    record(request);
    refuse(request, reply, error);
  };
  return { routes, onFrameworkError };
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
