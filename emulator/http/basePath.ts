/** Paths that are the emulator's own, whatever the base path is. */
const OWN = /^\/__admin(?=[/?]|$)/;
const OWN_PAGES = /^\/(openapi\.json|favicon\.ico)?(?=\?|$)/;

/** A base path with one slash before it and none after it; empty for none. Throws a TypeError for what no URL can hold so. */
export function normalizeBasePath(given = ""): string {
  const path = given.replace(/^\/*/, "/").replace(/\/+$/, "");
  // What a client would encode or resolve would never match the path of its requests.
  if (path !== "" && new URL(path, "http://localhost").pathname !== path) {
    throw new TypeError(`the base path ${JSON.stringify(given)} must stand as it is in a URL, e.g. /api/v2`);
  }
  if (isOwn("GET", path) && path !== "") {
    throw new TypeError(`the base path ${path} is the emulator's own`);
  }
  return path;
}

/** Whether a request is for the emulator itself: its page, its admin API, its API document. */
function isOwn(method: string, url: string): boolean {
  return OWN.test(url) || (OWN_PAGES.test(url) && (method === "GET" || method === "HEAD"));
}

/** What the routes of the service, and those of the emulator itself, begin with. No client sees them. */
export const ROUTES = { service: "/service", own: "/own" };

/** The route of a request: a path below the base path is the service's. Not a part of the routes: a colon in it would begin a parameter. */
export function routeOf(method: string, url: string, basePath: string): string {
  if (isOwn(method, url)) {
    return ROUTES.own + url;
  }
  return ROUTES.service + (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : "/");
}
