import { isIP } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "../response";

/** Names that no stranger can make point to this machine: `localhost`, a name in a local network, an address. */
const LOCAL_NAME = /^([^.]+|.+\.(localhost|internal|local|test))$/;

/**
 * Throws the 403 for a request that a page of somebody else's makes in a browser of this machine: the admin API asks for no key. `host` is the name that
 * the emulator was told to listen on.
 */
export function refuseStrangers(headers: IncomingHttpHeaders, host: string): void {
  const name = hostname(headers.host);
  const address = name.replace(/^\[(.*)\]$/, "$1");
  if (name !== host && isIP(address) === 0 && !LOCAL_NAME.test(name)) {
    throw new Problem(403, "The emulator's own pages are there under a local name, or an address, alone.");
  }
  const { origin, "sec-fetch-site": site } = headers;
  if ((origin !== undefined && hostOf(origin) !== headers.host) || site === "cross-site" || site === "same-site") {
    throw new Problem(403, "The emulator's own pages are there for no page of somebody else's.");
  }
}

const hostname = (host = ""): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "");

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
