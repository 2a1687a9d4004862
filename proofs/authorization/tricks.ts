import { apiBase } from '#contract/api.ts';
import { pathTricks } from '../path-tricks.ts';
import type { Run } from '../proof.ts';
import { type Call, calls, describeCall, isAllowed, senders, targetOf } from './calls.ts';
import type { AuthorizationFixture, Sent } from './fixture.ts';

const headerTricks: readonly Record<string, string>[] = [
  { 'x-http-method-override': 'GET' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method': 'POST' },
  { 'x-method-override': 'PUT' },
  { 'x-original-url': '/api/listings' },
  { 'x-rewrite-url': '/api/listings' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-host': '127.0.0.1', forwarded: 'for=127.0.0.1;proto=https' },
  { host: 'localhost', referer: 'http://localhost/admin' },
  { cookie: 'authToken=admin; isAdmin=true' },
];

const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE'];

/**
 * Calls every endpoint that is not public with other paths, headers and methods, as each sender that may not call it. The short form
 * takes every third of these requests, so it tries each trick on some endpoint.
 */
export async function tryTricks(fixture: AuthorizationFixture, size: Run['size']): Promise<void> {
  const all = calls.filter(({ access }) => access !== 'public').flatMap((call) => tricksOn(fixture, call));
  const tried = all.filter((_request, turn) => size === 'full' || turn % 3 === 2);
  await fixture.withoutChange('A trick', async () => {
    for (const { call, request } of tried)
      for (const sender of senders) if (!isAllowed(call, sender)) await tryTrick(fixture, { ...request, sender });
  });
}

function tricksOn(fixture: AuthorizationFixture, call: Call): { call: Call; request: Omit<Sent, 'sender'> }[] {
  const { method, takesBody, owners } = call;
  const body = takesBody ? { body: { isAdmin: true, role: 'owner', status: 'cancelled', name: 'x', price: 1 } } : {};
  const target = targetOf(fixture, call, owners.includes('foreign') ? 'foreign' : 'absent');
  const requests: Omit<Sent, 'sender'>[] = [
    ...pathTricks.map((trick) => ({ method, target: trick(target), ...body })),
    ...headerTricks.map((headers) => ({ method, target, headers, ...body })),
    ...methods.filter((other) => other !== method).map((other) => ({ method: other, target })),
  ];
  return requests.map((request) => ({ call, request }));
}

/** A violation: any answer but 4xx, unless the sender may call the endpoint with this method and path. `send` reports a missing answer. */
async function tryTrick(fixture: AuthorizationFixture, sent: Sent): Promise<void> {
  const answer = await fixture.send(sent);
  const isRefused = !answer || (answer.status >= 400 && answer.status < 500);
  if (!isRefused && !isAllowedOtherwise(sent)) fixture.violations.push(`${answer.status}: ${describeCall(sent)}`);
}

/** Whether the sender may call the path with this method, e.g. GET /admin/logo, or GET /admin/users without a recent password. */
function isAllowedOtherwise({ method, target, sender }: Sent): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const path = reads ? target : target.split('?')[0];
  return calls.some(
    (call) =>
      isAllowed(call, sender) &&
      (call.method === method || (call.method === 'GET' && method === 'HEAD')) &&
      isAt(path ?? '', apiBase + call.path),
  );
}

/** Whether a path is that of an endpoint, with some id in place of each parameter. */
function isAt(path: string, pattern: string): boolean {
  const [parts, names] = [path.split('/'), pattern.split('/')];
  return parts.length === names.length && names.every((name, at) => name.startsWith(':') || name === parts[at]);
}
