import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { arrivalTimeouts } from './bodies.ts';

/** Open connections, event streams included. Further ones are closed at once. */
const maxConnections = 8_000;

/**
 * Options of Node's HTTP server; times are in milliseconds. refuseProtocolFaults() checks the Host header instead of Node, so that the
 * response is in our format.
 */
const serverOptions = {
  requireHostHeader: false,
  headersTimeout: arrivalTimeouts.headers,
  requestTimeout: arrivalTimeouts.upload,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
};

/** A server whose requests are answered by `answer`, those of one connection one after the other. It does not listen yet. */
export function createHttpServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(serverOptions, (request, response) =>
    inTurn(request, response, () => answer(request, response)),
  );
  server.maxConnections = maxConnections;
  return server;
}

/** How many requests of a connection may wait for the answers to those before them. Browsers and proxies send none before an answer. */
const mostWaiting = 32;

interface Turn {
  last: ServerResponse;
  waiting: number;
}

const turns = new WeakMap<Socket, Turn>();

/** Whether a request has arrived on the connection. */
export const hasSentRequest = (socket: Socket): boolean => turns.has(socket);

/**
 * Answers the requests of a connection one after the other: the next when the answer before has left the process. Without it, requests that
 * a client sends in one packet would start together, and answers that it does not read would fill the memory. Ends a connection with more
 * than 32 waiting requests.
 */
function inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const turn = turns.get(socket);
  if (!turn || turn.last.writableFinished) {
    if (turn) turn.last = response;
    else turns.set(socket, { last: response, waiting: 0 });
    answer();
  } else if (turn.waiting === mostWaiting) {
    socket.destroy();
  } else {
    turn.waiting += 1;
    turn.last.once('close', () => {
      turn.waiting -= 1;
      if (!socket.destroyed) answer();
    });
    turn.last = response;
  }
}
