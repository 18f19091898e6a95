import type { Client } from "../core/http/client";
import type { Settings } from "../settings/rules";

/** The client for these settings. What it is made of is loaded with the first one: a preview makes no request and needs none. */
export function loadSharedClient(settings: Settings): Client {
  return (require("../core/http/client") as typeof import("../core/http/client")).sharedClient(settings, console.log);
}
