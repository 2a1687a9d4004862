import { z } from 'zod';
import { checkReply } from '#server/testing/api-client.ts';
import { root } from '#server/testing/shop-process.ts';
import { splitMarker } from './hostile.ts';
import type { FuzzRequest } from './requests.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  body: Buffer;
}

export interface Secrets {
  /** What no answer may contain: keys, hashes, tokens, card numbers, the directory of the shop. */
  always: readonly string[];
  /** What only admins may see: the data and the message of a customer who sends no request of the fuzzer. */
  fromCustomers: readonly string[];
}

export function faultsOf(request: FuzzRequest, answer: Answer, secrets: Secrets): string[] {
  const text = answer.body.toString();
  return [
    ...faultsOfStatus(answer),
    ...faultsOfHeaders(request, answer),
    ...faultsOfBody(request, answer, text),
    ...leaksOf(request, answer.body.toString('latin1'), text, secrets),
  ];
}

const knownStatuses = new Set([
  200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 416, 417, 429, 431,
]);

/** A 503 is a fault, too: nobody else uses the shop, and its database is available. */
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
    if (!wanted.test(String(headers[name] ?? ''))) faults.push(`${name} is ${headers[name]}`);
  if (/script-src[^;]*'unsafe|\*/.test(String(headers['content-security-policy']))) faults.push('an unsafe policy');
  if (headers[splitMarker] !== undefined) faults.push('a line break of the request became a header');
  for (const [name, value] of Object.entries(headers))
    if (/[\r\n\0]/.test(String(value))) faults.push(`a control character in ${name}`);
  if (body.length > 0 && status !== 304 && method !== 'HEAD' && !headers['content-type'])
    faults.push('a body without a type');
  return faults;
}

function faultsOfBody({ method, target, endpoint }: FuzzRequest, answer: Answer, text: string): string[] {
  const { status, headers } = answer;
  if (method === 'HEAD' || status === 304 || status === 204) return text === '' ? [] : ['a body where none may be'];
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson)
    return status < 400 || isErrorPage(method, target, answer, text)
      ? []
      : ['an error answer that is neither JSON nor an error page'];
  try {
    const body: unknown = JSON.parse(text);
    if (status >= 400) (status === 400 ? failureWithIssues : failure).parse(body);
    else if (endpoint) checkReply(endpoint.name, endpoint.row, { body });
    return [];
  } catch (broken) {
    return [`not as the contract says: ${broken instanceof Error ? broken.message : broken}`];
  }
}

const failure = z.object({ success: z.literal(false), message: z.string().min(1), requestId: z.string().min(1) });
const failureWithIssues = failure.extend({
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});

/**
 * Whether the answer is the error answer of a page or of a page's file: HTML, a plain line or nothing. Everything below /api, and a GET
 * below /media, must fail with the contract's JSON instead, unless its path contains `%`, `\` or `..`.
 */
function isErrorPage(method: string, target: string, { headers }: Answer, text: string): boolean {
  const needsJson = target.startsWith('/api/') || (target.startsWith('/media/') && method === 'GET');
  if (needsJson && !/%|\\|\.\./.test(target)) return false;
  // Data for a page that is open already.
  if (headers['x-remix-response']) return true;
  return text === 'Not found' || text.startsWith('<!') || text === '';
}

/** Parts of error messages of Node, drivers and databases. No request of hostile.ts contains them. */
const internals =
  /\n\s+at .+:\d+:\d+|node:internal|node_modules|\.ts:\d+|SQLITE_|SqliteError|no such (?:table|column)|constraint failed|duplicate key value|violates \w+ constraint|syntax error at or near|invalid byte sequence|invalid input syntax|out of range for type|unsupported Unicode escape|\$argon2|FST_ERR|ZodError|TypeError|ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|"stack":/;

function leaksOf({ actor }: FuzzRequest, latin: string, text: string, secrets: Secrets): string[] {
  const leaks: string[] = [];
  const internal = internals.exec(text)?.[0];
  if (internal) leaks.push(`reveals an internal error message: ${internal.trim().slice(0, 60)}`);
  if (text.includes(`${root}/`)) leaks.push('names a path of the machine');
  for (const secret of secrets.always)
    if (text.includes(secret) || latin.includes(secret)) leaks.push(`reveals a secret: ${secret.slice(0, 12)}…`);
  if (!actor?.isAdmin)
    for (const secret of secrets.fromCustomers)
      if (text.includes(secret)) leaks.push(`reveals another customer's data: ${secret.slice(0, 20)}`);
  return leaks;
}
