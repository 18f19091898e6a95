import type { Socket } from "node:net";
import { buildConnector } from "undici";

const CONTINUE = /^(?:HTTP\/1\.[01] 100[ \r][^]*?\r\n\r\n)+/;

/** Longer than any `100 Continue` is. */
const MAX_CONTINUE_BYTES = 1024;

/**
 * Connects as undici does, but leaves out a `100 Continue` that was not asked for, as RFC 9110 (15.2) lets clients do. undici
 * closes the connection when it reads one, and nobody would know what became of the request.
 */
export function connectorIgnoringContinue(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) =>
      error === null ? callback(null, ignoreContinue(socket)) : callback(error, null),
    );
}

function ignoreContinue<S extends Socket>(socket: S): S {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  // Only at the start of a response: further on the same bytes may stand in a body.
  let isResponseAwaited = false;
  return Object.assign(socket, {
    write: (...args: unknown[]) => {
      isResponseAwaited = true;
      return write(...args);
    },
    read: (size?: number): Buffer | null => {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        const skipped = isResponseAwaited ? CONTINUE.exec(chunk.toString("latin1", 0, MAX_CONTINUE_BYTES)) : null;
        const rest = chunk.subarray(skipped?.[0].length ?? 0);
        if (rest.length > 0) {
          isResponseAwaited = false;
          return rest;
        }
      }
      return null;
    },
  });
}
