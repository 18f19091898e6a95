import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { ownRoutes, type OwnParts } from "./admin/ownRoutes";
import { ROUTES, routeOf } from "./http/basePath";
import { serviceRoutes, type ServiceParts } from "./http/serviceRoutes";
import { openApiDocument } from "./openapi/document";

/** A certificate and its key, as PEM. */
export interface Tls {
  cert: string;
  key: string;
}

/** What the server works with. */
export interface ServerParts extends ServiceParts, Omit<OwnParts, "openApi"> {
  basePath: string;
  /** Default: plain HTTP. */
  tls?: Tls;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The server, not yet listening: the operations of the API, and what is the emulator's own. */
export function createServer(parts: ServerParts): FastifyInstance {
  const service = serviceRoutes(parts);
  const options = {
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 8192 },
    rewriteUrl: ({ method = "", url = "/" }) => routeOf(method, url, parts.basePath),
    frameworkErrors: service.onFrameworkError,
  } satisfies FastifyServerOptions;
  const app = parts.tls === undefined ? Fastify(options) : secureServer(options, parts.tls);
  void app.register(service.routes, { prefix: ROUTES.service });
  const openApi = (): object => openApiDocument(parts.basePath, parts.credential.header);
  void app.register(ownRoutes({ ...parts, openApi }), { prefix: ROUTES.own });
  return app;
}

// The two kinds differ in their sockets alone, of which nothing is used here.
const secureServer = (options: object, https: Tls): FastifyInstance =>
  Fastify({ ...options, https }) as unknown as FastifyInstance;
