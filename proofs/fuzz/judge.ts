import { isDeepStrictEqual } from 'node:util';
import { checkReply } from '#server/testing/api-client.ts';
import { root } from '#server/testing/shop-process.ts';
import { splitMarker } from './hostile.ts';
import type { FuzzRequest } from './requests.ts';

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  /** Unpacked. */
  body: Buffer;
}

/** What no answer may contain, or only an answer to an admin. */
export interface Secrets {
  /** Keys, hashes, tokens, card numbers; the directory of the shop. */
  always: readonly string[];
  /** Name, address and email of a customer who never sends anything. */
  fromCustomers: readonly string[];
}

/** What is wrong with an answer, a few words each. */
export function faultsOf(request: FuzzRequest, answer: Answer, secrets: Secrets): string[] {
  const text = answer.body.toString('latin1');
  const wide = answer.body.toString('utf8');
  return [
    ...faultsOfStatus(answer),
    ...faultsOfHeaders(request, answer),
    ...faultsOfBody(request, answer, wide),
    ...leaksOf(request, text, wide, secrets),
  ];
}

const knownStatuses = new Set([
  200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 416, 417, 429, 431,
]);

/** A fuzz run gives no reason for a 503: nobody else uses the shop, and its database is available. */
function faultsOfStatus({ status, headers }: Answer): string[] {
  if (status >= 500) return [`answered ${status}`];
  if (!knownStatuses.has(status)) return [`answered ${status}, which the contract does not know`];
  return status === 429 && !/^\d+$/.test(String(headers['retry-after'])) ? ['429 without Retry-After'] : [];
}

const neededHeaders: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /default-src 'none'/,
  'referrer-policy': /^[a-z-]+$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
};

function faultsOfHeaders({ method }: FuzzRequest, { status, headers, body }: Answer): string[] {
  const faults: string[] = [];
  for (const [name, wanted] of Object.entries(neededHeaders))
    if (!wanted.test(String(headers[name] ?? ''))) faults.push(`no ${name} as it should be: ${headers[name]}`);
  if (/script-src[^;]*'unsafe|\*/.test(String(headers['content-security-policy']))) faults.push('an unsafe policy');
  if (headers[splitMarker] !== undefined) faults.push('a line break of the request became a header');
  for (const [name, value] of Object.entries(headers))
    if (/[\r\n\0]/.test(String(value))) faults.push(`a control character in ${name}`);
  if (body.length > 0 && status !== 304 && method !== 'HEAD' && !headers['content-type'])
    faults.push('a body of no type');
  return faults;
}

function faultsOfBody(request: FuzzRequest, { status, headers, body }: Answer, text: string): string[] {
  if (request.method === 'HEAD' || status === 304 || status === 204)
    return body.length > 0 ? ['a body where none may be'] : [];
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (status >= 400) return isJson ? faultsOfFailure(status, parse(text)) : faultsOfErrorPage(request, headers, text);
  if (!request.endpoint || !isJson) return [];
  try {
    checkReply(request.endpoint.name, request.endpoint.row, { body: parse(text) });
    return [];
  } catch (broken) {
    return [broken instanceof Error ? broken.message : String(broken)];
  }
}

function faultsOfFailure(status: number, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return ['a failure that is no JSON object'];
  const { success, message, requestId, issues } = body as Record<string, unknown>;
  const faults: string[] = [];
  if (success !== false) faults.push('a failure without success: false');
  if (typeof message !== 'string' || message === '') faults.push('a failure without message');
  if (typeof requestId !== 'string' || requestId === '') faults.push('a failure without requestId');
  if (status === 400 && !(Array.isArray(issues) && issues.every(isIssue))) faults.push('a 400 without issues');
  return faults;
}

const isIssue = (issue: unknown) =>
  typeof issue === 'object' &&
  issue !== null &&
  isDeepStrictEqual(Object.keys(issue).toSorted(), ['message', 'path']) &&
  Object.values(issue).every((value) => typeof value === 'string');

/** Pages and their files fail in HTML or a plain line; below /api and /media everything is the contract's JSON. */
function faultsOfErrorPage({ method, target }: FuzzRequest, headers: Answer['headers'], text: string): string[] {
  const isJsonPlace = target.startsWith('/api/') || (target.startsWith('/media/') && method === 'GET');
  if (isJsonPlace && !/%|\\|\.\./.test(target)) return [`a failure of ${headers['content-type']}`];
  // Data for a page that is open already.
  if (headers['x-remix-response']) return [];
  return text === 'Not found' || text.startsWith('<!') || text.length === 0 ? [] : ['an error page of another make'];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As Node, the drivers and the engines say it when something breaks. Nothing hostile.ts sends looks like it. */
const innards =
  /\n\s+at .+:\d+:\d+|node:internal|node_modules|\.ts:\d+|SQLITE_|SqliteError|no such (?:table|column)|constraint failed|duplicate key value|violates \w+ constraint|syntax error at or near|invalid byte sequence|invalid input syntax|out of range for type|unsupported Unicode escape|\$argon2|FST_ERR|ZodError|TypeError|ECONN|ENOENT|"stack":/;

function leaksOf(request: FuzzRequest, latin: string, text: string, secrets: Secrets): string[] {
  const leaks: string[] = [];
  const innard = innards.exec(text)?.[0];
  if (innard) leaks.push(`tells of the machine: ${innard.trim().slice(0, 60)}`);
  if (text.includes(`${root}/`)) leaks.push('names a path of the machine');
  for (const secret of secrets.always)
    if (text.includes(secret) || latin.includes(secret)) leaks.push(`tells a secret: ${secret.slice(0, 12)}…`);
  if (!request.actor?.isAdmin)
    for (const secret of secrets.fromCustomers)
      if (text.includes(secret)) leaks.push(`tells of somebody else: ${secret.slice(0, 20)}`);
  return leaks;
}
