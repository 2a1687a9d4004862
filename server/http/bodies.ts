import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How deep a body may go, and of how many values it may be made; no call of the contract comes near either. */
const deepest = 32;
const valuesAtMost = 5_000;

/**
 * JSON only, as it is; an empty body with a JSON content type is fine (CONTRACT.md, Ground rules). Anything else is 415, packed
 * bodies too: a few bytes could become any number. What is deeper or of more values than any call needs is 400.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addHook('preParsing', async (request) => {
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw httpError(415);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // parseAs above makes it a string.
    return void parse(request, body as string, (error, value: unknown) =>
      error || isReasonable(value) ? done(error, value) : done(httpError(400)),
    );
  });
}

/** How long a request may take to arrive, milliseconds: as text, and with pictures over somebody's line at home. */
export const arrivalPatience = { headers: 10_000, body: 30_000, upload: 15 * 60_000 };

const arriving = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Slow senders of bodies do not keep sockets for ever: 408. Node itself does the same for headers, and for uploads. */
export function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return;
    const giveUp = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', tooSlow(), raw.socket);
    }, arrivalPatience.body).unref();
    arriving.set(raw, giveUp);
    raw.once('close', () => clearTimeout(giveUp));
    raw.once('end', () => clearTimeout(giveUp));
  });
  // Answered before it was read: nobody waits for the rest.
  app.addHook('onResponse', async ({ raw }) => clearTimeout(arriving.get(raw)));
}

/** For those who are let in to upload: Node's own limit holds, `arrivalPatience.upload`. */
export function allowUploadTime({ raw }: FastifyRequest): void {
  clearTimeout(arriving.get(raw));
}

function isReasonable(body: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let values = 1; ; ) {
    const next = open.pop();
    if (!next) return true;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const children = Object.values(next.value);
    values += children.length;
    if (values > valuesAtMost || next.depth === deepest) return false;
    for (const value of children) open.push({ value, depth: next.depth + 1 });
  }
}

const httpError = (statusCode: number) => Object.assign(new Error('the body cannot be taken'), { statusCode });
const tooSlow = () => Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
