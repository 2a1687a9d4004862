import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';
import { hasSentRequest } from './http-server.ts';

/** How long to wait for a first request, milliseconds. Browsers also open connections that they may never use. */
const firstRequestTimeout = 1_000;

/**
 * Returns a function that stops accepting connections and resolves when every open connection has sent its first request
 * or timed out. Node counts a connection without a request as idle and would close it together with the server, although a
 * proxy may be sending a purchase on it.
 */
export function drainConnections(server: HttpServer): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    // The HTTP server's own close() would also close idle connections.
    Server.prototype.close.call(server);
    const withoutRequest = new Set([...sockets].filter((socket) => !hasSentRequest(socket)));
    if (withoutRequest.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const remove = (socket: Socket) => {
      withoutRequest.delete(socket);
      if (withoutRequest.size === 0) resolve();
    };
    for (const socket of withoutRequest) socket.once('close', () => remove(socket));
    server.prependListener('request', ({ socket }) => remove(socket));
    const timer = setTimeout(resolve, firstRequestTimeout);
    await promise;
    clearTimeout(timer);
  };
}
