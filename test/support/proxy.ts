import { createServer, type IncomingMessage } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Identity } from "./certificates";

/** A server of a test, on a free port of this machine. */
export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Listens on a free port; to close it ends its connections too. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(socket: Socket, port: number): void {
  const onward = connect(port, "127.0.0.1");
  socket.pipe(onward).pipe(socket);
  onward.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("error", () => onward.destroy()).on("close", () => onward.destroy());
}

/** TLS before a service that speaks none: what is said inside of it goes to the port. */
export function startTls(identity: Identity, port: number): Promise<Listening> {
  const server = createTlsServer(identity, (socket) => join(socket, port));
  return listen(server.on("tlsClientError", () => undefined));
}

export interface Proxy extends Listening {
  url: string;
  /** What it was asked for a tunnel to, and what was said of who asks. */
  readonly asked: { authority: string; authorization: string | undefined }[];
}

/**
 * A proxy that opens tunnels (CONNECT) and nothing else: each name leads to a port of this machine. Where credentials are given
 * (`user:password`), nobody passes without them.
 */
export async function startProxy(ports: Readonly<Record<string, number>>, credentials?: string): Promise<Proxy> {
  const asked: Proxy["asked"] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", ({ url: authority = "", headers }: IncomingMessage, socket: Socket) => {
    const authorization = headers["proxy-authorization"];
    asked.push({ authority, authorization });
    const port = ports[authority];
    if (expected !== undefined && authorization !== expected) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    } else if (port === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    } else {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(socket, port);
    }
  });
  const listening = await listen(server);
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, asked };
}

/** A way to a port of this machine that knows its connections, and that can be cut at an address that stays the same. */
export interface Relay extends Listening {
  url: string;
  /** How many connections are open now. */
  readonly connections: number;
  /** Cuts every connection, and each new one, until it is plugged again. */
  unplug(): void;
  plug(): void;
}

export async function startRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isPlugged = true;
  const server = createTcpServer((socket) => {
    if (!isPlugged) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    join(socket, port);
  });
  const listening = await listen(server);
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}`,
    get connections() {
      return open.size;
    },
    unplug: () => {
      isPlugged = false;
      open.forEach((socket) => socket.destroy());
    },
    plug: () => {
      isPlugged = true;
    },
  };
}
