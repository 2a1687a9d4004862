import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait for the answers to those before them. Browsers and proxies send none before an answer. */
const mostWaiting = 32;

interface Turn {
  last: ServerResponse;
  waiting: number;
}

const turns = new WeakMap<Socket, Turn>();

/**
 * Answers the requests of a connection one after the other: the next when the answer before has left the process. Without it, requests that
 * a client sends in one packet would start together, and answers that it does not read would fill the memory. Ends a connection with more
 * than 32 waiting requests.
 */
export function inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
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
