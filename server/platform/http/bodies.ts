import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { hasTooManyMarks } from '#contract/normalize-text.ts';
import { tooManyMarks } from '#contract/text.ts';
import { isTooComplex } from './json-complexity.ts';
import { BodyTooSlow, RequestRefused, refuseIssues } from './refusals.ts';

/**
 * Limits of a parsed body, above what any endpoint needs: the largest body is a table of 500 delivery zones before and after a change,
 * which has 16,000 values. A body has at most one value for 16 bytes of the endpoint's limit, because values cost more than bytes.
 */
const maximumDepth = 32;
const maximumValues = 40_000;
const bytesOfValue = 16;

/** Prepares the app for bodies: which are accepted, and how long they may take to arrive (docs/security.md). */
export function receiveBodies(app: FastifyInstance): void {
  limitBodyTime(app);
  acceptJson(app);
}

/**
 * Accepts JSON bodies, and an empty body with a JSON content type (docs/behaviour/api.md, 3). Other media types are
 * refused with 415, and so are compressed bodies, which could expand to any size. A body that is too deep or has too many
 * values is refused with 400.
 */
function acceptJson(app: FastifyInstance): void {
  // faultOf() finds dangerous names instead, because its error says where they are.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.addHook('preParsing', (request, _reply, body, done) => {
    const isPlain = /^(identity)?$/i.test(request.headers['content-encoding'] ?? '');
    done(isPlain ? null : new RequestRefused(refuse('wrongMediaType')), body);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // `parseAs: 'string'` makes it a string.
    const text = body as string;
    const mostValues = Math.min(maximumValues, request.routeOptions.bodyLimit / bytesOfValue);
    // Parsing deep or wide JSON takes much longer than reading it, so it is refused unparsed.
    if (isTooComplex(text, { mostValues, maximumDepth })) return done(new RequestRefused(refuseIssues([])));
    return void parse(request, text, (error, value: unknown) => done(error ?? faultOf(value), value));
  });
}

/** How long the headers and the body of a request may take to arrive, milliseconds. Uploads may come over a slow home connection. */
export const arrivalTimeouts = { headers: 10_000, body: 30_000, upload: 15 * 60_000 };

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Answers 408 to a body that takes too long to arrive. Node's own timeouts cover headers and uploads. */
function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (!hasBody(request)) return done();
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', new BodyTooSlow(request), raw.socket);
    }, arrivalTimeouts.body).unref();
    bodyTimers.set(raw, timer);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    done();
  });
  // The response was sent before the body was read, so the rest of the body is not needed.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    clearTimeout(bodyTimers.get(raw));
    done();
  });
}

/** Whether a body follows the headers of the request. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Boolean(headers['transfer-encoding'] || Number(headers['content-length']));
}

/** Lets an authorized upload take as long as Node's own request timeout, `arrivalTimeouts.upload`. */
export function allowUploadTime({ raw }: FastifyRequest): void {
  clearTimeout(bodyTimers.get(raw));
}

/** A value of a body that is still to be examined, and where it is; null at the top. */
interface Place {
  name: string;
  parent: Place | null;
  value: unknown;
}

/** Returns why a parsed body is refused, or null. */
function faultOf(body: unknown): Error | null {
  const pending: Place[] = [{ name: '', parent: null, value: body }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    const isList = Array.isArray(next.value);
    for (const [name, value] of Object.entries(next.value)) {
      const place: Place = { name, parent: next, value };
      if ((!isList && hasTooManyMarks(name)) || (typeof value === 'string' && hasTooManyMarks(value)))
        return new RequestRefused(refuseIssues([{ path: pathOf(place), message: tooManyMarks }]));
      if (name === '__proto__' || (name === 'prototype' && next.name === 'constructor')) return refuseName(place);
      if (typeof value === 'object') pending.push(place);
    }
  }
  return null;
}

/** The path of a place, e.g. `items.0.price`. */
function pathOf({ name, parent }: Place): string {
  const above = parent?.parent ? pathOf(parent) : '';
  return above === '' ? name : `${above}.${name}`;
}

const refuseName = (place: Place) =>
  new RequestRefused(refuseIssues([{ path: pathOf(place), message: `A field may not be named '${place.name}'.` }]));
