import type { Client } from "./core/client";
import type { Settings } from "./core/configuration";

/** The client for these settings. What it is made of is loaded with the first one: a preview makes no request and needs none. */
export function clientFor(settings: Settings): Client {
  return (require("./core/client") as typeof import("./core/client")).clientFor(settings);
}
