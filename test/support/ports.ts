import { createServer } from "node:net";

/**
 * A port of this machine that nobody listens to, and that nobody gets who asks for any: systems give ports out above it. One that
 * was just given back may be somebody else's a moment later.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
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
