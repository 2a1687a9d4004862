import { type IncomingMessage, METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { apiBase } from '#contract/api.ts';
import { refuse } from '#contract/errors.ts';
import { unknownPage } from './page-address.ts';
import { sendRefusal } from './refusals.ts';

/** Refuses requests in which protocolFault() finds a fault, and allows routes for every HTTP method that Node parses. */
export function refuseProtocolFaults(app: FastifyInstance): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // By default Fastify refuses a QUERY without a body before routing, but the answer must be 405.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const status = protocolFault(request.raw);
    if (status === null) done();
    else sendRefusal(request, reply, { ...refuse('invalidInput'), status });
  });
}

/**
 * Returns the status for a request that HTTP/1.1 forbids, or null for a valid one. A request needs exactly one valid Host
 * (RFC 9112 §3.2), a target that routedTarget() turns into a path, and no expectation but 100-continue (RFC 9110 §10.1.1).
 */
export function protocolFault({ rawHeaders, headers, httpVersion, method, url = '' }: IncomingMessage): number | null {
  const hosts = countHosts(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 400;
  if (headers.host !== undefined && !isValidHost(headers.host)) return 400;
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) return 400;
  return headers.expect === undefined || /^100-continue$/i.test(headers.expect) ? null : 417;
}

/**
 * Returns the path and query to route a request by. An absolute target loses its scheme and host (RFC 9112 §3.2.2). Outside
 * of the API a path with invalid percent-encoding becomes the unknown page, so that people see a page.
 */
export function routedTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [, rest = url] = url.startsWith('/') ? [] : (absoluteTarget.exec(url) ?? []);
  const target = rest.startsWith('?') || rest === '' ? `/${rest}` : rest;
  return isBelowApi(target) || decodes(target) ? target : unknownPage;
}

/** A host name or address, with or without a port. An address with colons is in square brackets. */
const host = /(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?/.source;
const validHost = new RegExp(`^${host}$`, 'i');
/** The last valid host: nearly all requests have the same. */
let lastHost = '';

function isValidHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!validHost.test(text)) return false;
  lastHost = text;
  return true;
}

const absoluteTarget = new RegExp(`^https?://${host}((?:[/?].*)?)$`, 'i');

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}

const isBelowApi = (target: string) => target.startsWith(apiBase) && /^([/?]|$)/.test(target.slice(apiBase.length));

function decodes(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
