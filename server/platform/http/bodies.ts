import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { hasTooManyMarks } from '#contract/normalize-text.ts';
import { tooManyMarks } from '#contract/text.ts';
import { callerNetwork } from './client-network.ts';
import { BodyTooSlow, RequestRefused, refuseIssues } from './refusals.ts';

/**
 * Limits of a parsed body, above what any endpoint needs: the largest body is a table of 500 delivery zones before and after a change,
 * which has 16,000 values. A body has at most one value for 16 bytes of the endpoint's limit, because values cost more than bytes.
 */
const maximumDepth = 32;
const maximumValues = 40_000;
const bytesOfValue = 16;

/** Bytes of bodies without files that may be arriving at the same time: those of one client, and in all. */
const arriving = { ofClient: 4 * 1_048_576, inAll: 32 * 1_048_576 };

/** Prepares the app for bodies: which are accepted, and how long and large they may be while they arrive (docs/security.md). */
export function receiveBodies(app: FastifyInstance, limits: { limitsClients: boolean }): void {
  limitBodyTime(app);
  limitArrivingBytes(app, limits);
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
    const values = Math.min(maximumValues, request.routeOptions.bodyLimit / bytesOfValue);
    return void parse(request, body as string, (error, value: unknown) => done(error ?? faultOf(value, values), value));
  });
}

/**
 * Refuses (503) a body that would exceed the bytes of `arriving`. A client counts as the network of its address, and only if
 * `limitsClients`. The memory of bodies that stay unfinished is limited so (docs/security.md).
 */
function limitArrivingBytes(app: FastifyInstance, { limitsClients }: { limitsClients: boolean }): void {
  const ofClients = new Map<string, number>();
  let inAll = 0;
  app.addHook('preParsing', (request, reply, body, done) => {
    const { headers, raw, routeOptions } = request;
    // Files of an upload go to the disk while they arrive.
    if (!hasBody(request) || /^multipart\//i.test(headers['content-type'] ?? '')) return done(null, body);
    const bytes = Math.min(Number(headers['content-length'] ?? Infinity), routeOptions.bodyLimit);
    const client = callerNetwork(request.ip);
    const ofClient = ofClients.get(client) ?? 0;
    if (inAll + bytes > arriving.inAll || (limitsClients && ofClient + bytes > arriving.ofClient))
      return done(new RequestRefused(refuse('unavailable')));
    const count = (change: number) => {
      inAll += change;
      const left = (ofClients.get(client) ?? 0) + change;
      if (left > 0) ofClients.set(client, left);
      else ofClients.delete(client);
    };
    count(bytes);
    // The request closes when its connection breaks; a body that was refused unread is no longer kept when the answer is sent.
    let isCounted = true;
    const release = () => {
      if (isCounted) count(-bytes);
      isCounted = false;
    };
    raw.once('close', release);
    reply.raw.once('finish', release);
    done(null, body);
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

/** Returns why a parsed body is refused, or null. `mostValues`: how many objects, lists and other values it may have. */
function faultOf(body: unknown, mostValues: number): Error | null {
  const pending: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let values = 1; ; ) {
    const next = pending.pop();
    if (!next) return null;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const children = Object.entries(next.value);
    values += children.length;
    if (values > mostValues || next.path.length === maximumDepth) return new RequestRefused(refuseIssues([]));
    for (const [name, value] of children) {
      const path = [...next.path, name];
      if (hasTooManyMarks(name) || (typeof value === 'string' && hasTooManyMarks(value)))
        return new RequestRefused(refuseIssues([{ path: path.join('.'), message: tooManyMarks }]));
      if (name === '__proto__' || path.slice(-2).join('.') === 'constructor.prototype') return refuseName(path, name);
      pending.push({ value, path });
    }
  }
}

const refuseName = (path: readonly string[], name: string) =>
  new RequestRefused(refuseIssues([{ path: path.join('.'), message: `A field may not be named '${name}'.` }]));
