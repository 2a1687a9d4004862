import type { Endpoint } from '#contract/endpoint.ts';
import type { Run } from '../proof.ts';
import { type Answer, type AuthorizationFixture, changedTables, type Role, roles, type Sent } from './fixture.ts';
import { describeCall, isAllowed, ownersOf, rows, type Tried, takesBody, targetOf } from './matrix.ts';

type Trick = (target: string) => string;

const paths: readonly Trick[] = [
  (target) => target.replace('/api/', '//api/'),
  (target) => target.replace('/api/', '/api//'),
  (target) => target.replaceAll('/', '//'),
  (target) => target.replace('/api/', '/api%2F'),
  (target) => target.replaceAll('/', '%2F').replace('%2F', '/'),
  (target) => target.replace('/api/', '/api%252F'),
  (target) => target.toUpperCase(),
  (target) => target.replace('/api/', '/API/'),
  (target) => target.replace(/[^/]+$/, (word) => word.toUpperCase()),
  (target) => target.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (target) => target.replace('admin', '%61dmin'),
  (target) => target.replace('/api/', '/api/listings/../'),
  (target) => target.replace('/api/', '/api/listings/%2e%2e/'),
  (target) => target.replace('/api/', '/api/listings/..%2f'),
  (target) => target.replace('/api/', '/api/./'),
  (target) => target.replace('/api/', '/assets/../api/'),
  (target) => target.replace('/api/', '/api\\'),
  (target) => target.replace('/api/', '/api/;/'),
  (target) => `${target}/`,
  (target) => `${target}//`,
  (target) => `${target}/.`,
  (target) => `${target};x=1`,
  (target) => `${target}%00`,
  (target) => `${target}%20`,
  (target) => `${target}.json`,
  (target) => `${target}?_method=GET`,
  (target) => `http://127.0.0.1${target}`,
  (target) => `http://other.example${target}`,
];

const headers: readonly Record<string, string>[] = [
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

const otherMethods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE'];

/**
 * Every endpoint that is not everybody's, written in ways that a router, a proxy or a check may read differently. In short:
 * every trick, on every third endpoint in turn.
 */
export async function tryTricks(fixture: AuthorizationFixture, size: Run['size']): Promise<Tried> {
  const tried: Tried = { calls: 0, violations: [] };
  const before = await fixture.state();
  let turn = 0;
  for (const { name, row } of rows) {
    if (row.access === 'public') continue;
    for (const make of tricksOf(fixture, row)) {
      turn += 1;
      if (size === 'short' && turn % 3 !== 0) continue;
      for (const role of roles) if (!isAllowed(row.access, role)) await tryTrick(fixture, name, make(role), tried);
    }
  }
  for (const table of changedTables(before, await fixture.state())) tried.violations.push(`A trick changed ${table}.`);
  return tried;
}

function tricksOf(fixture: AuthorizationFixture, row: Endpoint): ((role: Role) => Sent)[] {
  const body = takesBody(row) ? { body: { isAdmin: true, status: 'cancelled', name: 'x', price: 1 } } : {};
  // An admin's call names what exists; it must be refused all the same.
  const target = targetOf(fixture, row, ownersOf(row).includes('foreign') ? 'foreign' : 'absent');
  return [
    ...paths.map((trick) => (role: Role) => ({ method: row.method, target: trick(target), role, ...body })),
    ...headers.map((tried) => (role: Role) => ({ method: row.method, target, role, headers: tried, ...body })),
    ...otherMethods
      .filter((method) => method !== row.method)
      .map((method) => (role: Role) => ({ method, target, role })),
  ];
}

/** Refused, or nothing there, or what everybody gets: never a success of an endpoint that is not public. */
async function tryTrick(fixture: AuthorizationFixture, name: string, sent: Sent, tried: Tried): Promise<void> {
  let answer: Answer;
  try {
    answer = await fixture.send(sent);
  } catch (error) {
    tried.violations.push(
      `${name} does not answer (${error instanceof Error ? error.message : error}): ${describeCall(sent)}`,
    );
    return;
  }
  tried.calls += 1;
  const isRefused = answer.status >= 400 && answer.status < 500;
  if (!isRefused && !isEverybodys(sent)) {
    const trick = sent.headers ? ` and ${JSON.stringify(sent.headers)}` : '';
    tried.violations.push(`${name} answers ${answer.status}: ${describeCall(sent)}${trick}`);
  }
}

/** Another method of the same path may be public: GET /admin/logo. */
function isEverybodys({ method, target }: Sent): boolean {
  return rows.some(
    ({ row }) =>
      row.access === 'public' &&
      (row.method === method || (row.method === 'GET' && method === 'HEAD')) &&
      target === `/api${row.path}`,
  );
}
