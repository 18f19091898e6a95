import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** The way to a service, at an address that stays the same while the service is out of reach. */
export class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #closed = false;

  private constructor(private readonly to: { host: string; port: number }) {}

  static async to(url: string): Promise<Cable> {
    const { hostname, port } = new URL(url);
    const cable = new Cable({ host: hostname, port: Number(port) });
    await cable.plug();
    return cable;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async plug(): Promise<void> {
    if (this.#server !== undefined || this.#closed) {
      return;
    }
    const server = createServer((near) => {
      const far = connect(this.to);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.#sockets.delete(socket);
          // A reset arrives as one, for that is what the service may have meant.
          other.resetAndDestroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Cuts every connection, and refuses new ones. */
  async unplug(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#sockets.forEach((socket) => socket.destroy());
    if (server !== undefined) {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Unplugs for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.unplug();
  }
}
