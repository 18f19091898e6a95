import { isIP } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "../response";

/** Names that no stranger can make point to this machine: `localhost`, a name in a local network, an address. */
const LOCAL_NAME = /^([^.]+|.+\.(localhost|internal|local|test))$/;

/**
 * Throws the 403 for a request that a page of somebody else's makes in a browser of this machine: the admin API asks for no key. `host` is the name that
 * the emulator was told to listen on. What is `linkable` may be gone to from anywhere, by a link: it must do nothing but be shown.
 */
export function refuseStrangers(headers: IncomingHttpHeaders, host: string, linkable = false): void {
  const name = hostname(headers.host);
  const address = name.replace(/^\[(.*)\]$/, "$1");
  if (name !== host && isIP(address) === 0 && !LOCAL_NAME.test(name)) {
    throw new Problem(403, "The emulator's own pages are there under a local name, or an address, alone.");
  }
  if (linkable && isNavigation(headers)) {
    return;
  }
  const { origin, "sec-fetch-site": site } = headers;
  if ((origin !== undefined && hostOf(origin) !== headers.host) || site === "cross-site" || site === "same-site") {
    throw new Problem(403, "The emulator's own pages are there for no page of somebody else's.");
  }
}

/** Whether the browser goes there with a whole tab: neither a script nor a frame of the page that it comes from sees what it finds. */
const isNavigation = ({ "sec-fetch-mode": mode, "sec-fetch-dest": destination }: IncomingHttpHeaders): boolean =>
  mode === "navigate" && destination === "document";

const hostname = (host = ""): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "");

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
