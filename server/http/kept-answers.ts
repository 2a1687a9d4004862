import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createBoundedCache } from './bounded-cache.ts';
import { chooseEncoding, isKnown } from './encodings.ts';

/** What an answer says of itself when the same one may go to the next reader, too: `reply.keptAs`. */
export interface KeptAs {
  /** The catalog revision that was read before it was made. */
  revision: number;
  /** Epoch milliseconds after which it may show what is no longer so; null: until the revision changes. */
  expiresAt: number | null;
}

declare module 'fastify' {
  interface FastifyReply {
    keptAs: KeptAs | null;
  }
}

interface KeptAnswer extends KeptAs {
  /** As node:http takes them: name, value, name, value. */
  headers: string[];
  etag: string;
  body: Buffer;
}

export interface KeptAnswersOptions {
  /** What public answers show, as one integer that only grows. Read on every request. */
  revision: () => number | Promise<number>;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** Bytes of answers; the page cache has the most of them, too. */
const capacity = 48 * 1024 * 1024;

/**
 * Sends again what was sent before, byte by byte, before router, hooks and renderer are asked: what everybody gets alike, as
 * long as the catalog revision is the same (ARCHITECTURE.md, decision 5). An answer is kept when its handler says so
 * (`reply.keptAs`), and found by its address exactly as it was written; whoever is signed in is not answered here, because
 * their presence is noted.
 */
export function keepAnswers(app: FastifyInstance, { revision, clock }: KeptAnswersOptions): void {
  const kept = createBoundedCache<KeptAnswer>(capacity, ({ body }) => body.length + 2_000);
  let isClosing = false;
  app.decorateReply('keptAs', null);
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.keptAs && reply.statusCode === 200 && Buffer.isBuffer(payload) && request.method === 'GET')
      kept.set(keyOf(request.raw), answerAsSent(reply, reply.keptAs, payload));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  askFirst(app.server, (request, response, orElse) => {
    const answer = isClosing || isPersonal(request) ? undefined : kept.get(keyOf(request));
    if (!answer) return orElse();
    const send = (now: number) =>
      answer.revision === now && (answer.expiresAt ?? Number.POSITIVE_INFINITY) > clock()
        ? sendAgain(request, response, answer)
        : orElse();
    const now = revision();
    if (typeof now === 'number') return send(now);
    // What fails here fails for the handler, too, and it has the words for it.
    now.then(send, orElse);
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse, orElse: () => void) => void;

/** Puts `listener` before the router. */
function askFirst(server: Server, listener: Listener): void {
  const [router] = server.listeners('request');
  if (!router) throw new Error('the router listens to its server');
  server.removeAllListeners('request');
  server.on('request', (request, response) =>
    listener(request, response, () => router.call(server, request, response)),
  );
}

const isPersonal = ({ method, headers }: IncomingMessage) => method !== 'GET' || headers.authorization !== undefined;

function keyOf({ url, headers }: IncomingMessage): string {
  return `${chooseEncoding(headers['accept-encoding']) ?? ''} ${url}`;
}

function answerAsSent(reply: FastifyReply, keptAs: KeptAs, body: Buffer): KeptAnswer {
  const sent = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length');
  const headers = [...sent, ['content-length', body.length] as const].flatMap(([name, value]) => [name, String(value)]);
  return { ...keptAs, headers, etag: String(reply.getHeader('etag')), body };
}

function sendAgain(request: IncomingMessage, response: ServerResponse, { headers, etag, body }: KeptAnswer): void {
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, withoutBody(headers)).end();
    return;
  }
  response.writeHead(200, headers).end(body);
}

const ofTheBody = new Set(['content-length', 'content-encoding', 'content-type']);

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !ofTheBody.has(headers[index - (index % 2)] ?? ''));
}
