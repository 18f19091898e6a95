import { createServer } from "node:net";

/** Above the last port that browsers refuse (10080), and below those that Linux gives out (from 32768). */
const FIRST = 11_000;
const LAST = 32_000;

/**
 * A port of this machine that nobody listens to, and that nobody gets who asks for any: systems give ports out above it. One that
 * was just given back may be somebody else's a moment later.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (isFree) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
  }
}
