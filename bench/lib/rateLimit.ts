import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** How many requests a service takes in a window of time. */
export interface Limit {
  requests: number;
  windowMs: number;
}

/** A service that limits the rate, in front of one that does not. */
export interface RateLimit {
  url: string;
  close(): Promise<void>;
}

/** The least time in which so many requests can be made: the first window begins with the first of them. */
export function leastTime(count: number, { requests, windowMs }: Limit): number {
  return (Math.ceil(count / requests) - 1) * windowMs;
}

/** Responds to what is beyond the limit with 429 and no `Retry-After`, as services of this kind do. `now`: the time, in milliseconds. */
export async function startRateLimit(
  target: string,
  { requests, windowMs }: Limit,
  now = () => performance.now(),
): Promise<RateLimit> {
  let [start, taken] = [-Infinity, 0];
  const server = createServer((incoming, outgoing) => {
    if (now() - start >= windowMs) {
      [start, taken] = [now(), 0];
    }
    if (++taken > requests) {
      incoming.resume();
      outgoing.writeHead(429, { "content-type": "application/json" }).end(`{"title":"Too Many Requests"}`);
      return;
    }
    const { method, headers, url = "" } = incoming;
    const passed = request(target + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.once("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
