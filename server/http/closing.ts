import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';

/** Whoever came in asks within this long, milliseconds; a browser may connect only to be quick later, and never ask. */
const patience = 1_000;

/**
 * Answers how to close the door alone: nobody comes in any more, and whoever came in before has been heard. Node counts a
 * connection on which nothing has arrived yet as idle and would cut it with the door, in the middle of a proxy's purchase.
 */
export function watchDoor(server: HttpServer): () => Promise<void> {
  const unheard = new Set<Socket>();
  let allHeard: (() => void) | null = null;
  const heard = (socket: Socket) => {
    unheard.delete(socket);
    if (unheard.size === 0) allHeard?.();
  };
  server.on('connection', (socket: Socket) => {
    unheard.add(socket);
    socket.once('close', () => heard(socket));
  });
  server.prependListener('request', ({ socket }) => heard(socket));
  return async () => {
    // Not the HTTP server's own close(), which begins with the idle connections.
    Server.prototype.close.call(server);
    if (unheard.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    allHeard = resolve;
    const giveUp = setTimeout(resolve, patience);
    await promise;
    clearTimeout(giveUp);
  };
}
