import { isDeepStrictEqual } from 'node:util';
import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { accessByPath } from './access-by-path.ts';
import type { Answer, AuthorizationFixture, Ids, Role, Sent } from './fixture.ts';
import { changedTables, roles } from './fixture.ts';

export interface Tried {
  calls: number;
  violations: string[];
}

export interface Row {
  name: string;
  row: Endpoint;
}

/** Whose id stands in the path. An endpoint without one is called as `absent` alone. */
type Owner = 'own' | 'foreign' | 'absent';

const table = Object.entries<Endpoint>(api);

/** With the access that their addresses promise. */
export const rows: readonly Row[] = table.map(([name, row]) => ({ name, row: { ...row, access: accessByPath(row) } }));

/** Every endpoint, by every role, for own, foreign and absent ids. Admins' calls come last: they change things. */
export async function tryMatrix(fixture: AuthorizationFixture): Promise<Tried> {
  const tried: Tried = { calls: 0, violations: [] };
  for (const [name, row] of table)
    if (row.access !== accessByPath(row))
      tried.violations.push(`${name} is said to be for ${row.access}: ${row.method} ${row.path}`);
  const before = await fixture.state();
  for (const role of roles)
    for (const { name, row } of rows)
      if (!isAllowed(row.access, role)) await tryRefused(fixture, name, row, role, tried);
  for (const { name, row } of rows) await tryForeign(fixture, name, row, tried);
  for (const table of changedTables(before, await fixture.state()))
    tried.violations.push(`A refused call of the matrix changed ${table}.`);
  for (const role of roles)
    for (const { name, row } of rows)
      if (isAllowed(row.access, role)) await tryAllowed(fixture, name, row, role, tried);
  return tried;
}

export function isAllowed(access: Access, role: Role): boolean {
  if (access === 'public') return true;
  if (access === 'token') return role !== 'guest';
  if (access === 'customer') return role === 'customer' || role === 'demoted' || role === 'admin';
  return role === 'admin';
}

/** 401 without a live session, 403 for a session without the right, whatever the id and the body. */
export function expectedRefusal(access: Access, role: Role): { status: number; message: string } {
  return access === 'admin' && (role === 'customer' || role === 'demoted')
    ? { status: 403, message: 'Access denied. Admin privileges required.' }
    : { status: 401, message: 'Please sign in to continue.' };
}

async function tryRefused(
  fixture: AuthorizationFixture,
  name: string,
  row: Endpoint,
  role: Role,
  tried: Tried,
): Promise<void> {
  const { status, message } = expectedRefusal(row.access, role);
  const shapes: (Answer & { sent: Sent })[] = [];
  for (const owner of ownersOf(row))
    for (const body of [undefined, {}, { isAdmin: true, status: 'paid' }]) {
      const sent: Sent = {
        method: row.method,
        target: targetOf(fixture, row, owner),
        role,
        ...(takesBody(row) && body && { body }),
      };
      const answer = await fixture.send(sent);
      tried.calls += 1;
      shapes.push({ ...answer, sent });
      if (answer.status !== status || messageOf(answer) !== message)
        tried.violations.push(
          `${name} answers ${answer.status} ${messageOf(answer)} instead of ${status}: ${describeCall(sent)}`,
        );
    }
  for (const shape of shapes)
    if (!isSameAnswer(shape, shapes[0]))
      tried.violations.push(`${name} tells whether an id exists: ${describeCall(shape.sent)}`);
}

/** A foreign id is answered like an absent one. Lists have no foreign ids. */
async function tryForeign(fixture: AuthorizationFixture, name: string, row: Endpoint, tried: Tried): Promise<void> {
  if (row.access !== 'customer' || !row.path.includes(':id')) return;
  for (const role of ['customer', 'demoted'] as const)
    for (const body of takesBody(row) ? bodiesFor(fixture) : [undefined]) {
      const [foreign, absent] = await Promise.all(
        (['foreign', 'absent'] as const).map((owner) =>
          fixture.send({ method: row.method, target: targetOf(fixture, row, owner), role, ...(body && { body }) }),
        ),
      );
      tried.calls += 2;
      const sent: Sent = { method: row.method, target: targetOf(fixture, row, 'foreign'), role, body };
      if (foreign?.status !== 404)
        tried.violations.push(`${name} answers ${foreign?.status} about another's: ${describeCall(sent)}`);
      if (!isSameAnswer(foreign, absent))
        tried.violations.push(`${name} tells another's from nobody's: ${describeCall(sent)}`);
    }
}

const bodiesFor = ({ own }: AuthorizationFixture) => [{ items: [{ listingId: own.listings }] }, { items: [] }];

/** Whoever may call is let in; what the call says of its body is no question here. */
async function tryAllowed(
  fixture: AuthorizationFixture,
  name: string,
  row: Endpoint,
  role: Role,
  tried: Tried,
): Promise<void> {
  if (endsSessions.includes(name)) return;
  const owner = row.access === 'customer' ? 'own' : 'absent';
  const sent: Sent = { method: row.method, target: targetOf(fixture, row, owner), role };
  const answer = await fixture.send(sent);
  tried.calls += 1;
  // The wrong current password is refused with 403, too, but with another message.
  const isShut =
    (answer.status === 401 || answer.status === 403) && /sign in to continue|Admin privileges/.test(answer.body);
  const isLost = role === 'customer' && owner === 'own' && ownersOf(row).includes('own') && answer.status === 404;
  if (isShut || isLost || answer.status >= 500)
    tried.violations.push(`${name} answers ${answer.status} to one who may: ${describeCall(sent)}`);
}

/** By roles that may. A call that ends the session comes last. */
const endsSessions = ['signOut', 'endOtherSessions', 'deleteOwnAccount'];

export const takesBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

export function ownersOf({ path }: Endpoint): Owner[] {
  return path.includes(':id') ? ['own', 'foreign', 'absent'] : ['absent'];
}

export function targetOf(fixture: AuthorizationFixture, { path }: Endpoint, owner: Owner): string {
  const id = owner === 'absent' ? 'nobody-has-this' : fixture[owner][kindOf(path)];
  return apiBase + path.replace(':id', id).replace(':period', 'day');
}

function kindOf(path: string): keyof Ids {
  if (path.includes('/orders/')) return 'orders';
  if (path.includes('/users/')) return 'users';
  return path.includes('/enquiries/') ? 'enquiries' : 'listings';
}

function messageOf({ body }: Answer): string {
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed instanceof Object && 'message' in parsed ? String(parsed.message) : '';
  } catch {
    return '';
  }
}

/** The same to the byte, but for what names the request. */
function isSameAnswer(left: Answer | undefined, right: Answer | undefined): boolean {
  const shape = (answer: Answer | undefined) => {
    if (!answer) return null;
    const { date: _date, ...headers } = answer.headers;
    return { status: answer.status, headers, body: answer.body.replace(/"requestId":"[^"]*"/, '') };
  };
  return isDeepStrictEqual(shape(left), shape(right));
}

export const describeCall = ({ method, target, role, body }: Sent) =>
  `${method} ${target} as ${role}${body === undefined ? '' : ` with ${JSON.stringify(body)}`}`;
