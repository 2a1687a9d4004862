import { isDeepStrictEqual } from 'node:util';
import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { accessByPath } from './access-by-path.ts';
import type { Answer, Ids, Role, Sent, Stage } from './stage.ts';
import { changedTables, roles } from './stage.ts';

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

/** Every endpoint, by everybody, for what is the caller's, another's and nobody's. Admins' calls come last: they change things. */
export async function tryMatrix(stage: Stage): Promise<Tried> {
  const tried: Tried = { calls: 0, violations: [] };
  for (const [name, row] of table)
    if (row.access !== accessByPath(row))
      tried.violations.push(`${name} is said to be for ${row.access}: ${row.method} ${row.path}`);
  const before = await stage.state();
  for (const role of roles)
    for (const { name, row } of rows) if (!isAllowed(row.access, role)) await tryRefused(stage, name, row, role, tried);
  for (const { name, row } of rows) await tryForeign(stage, name, row, tried);
  for (const table of changedTables(before, await stage.state()))
    tried.violations.push(`A refused call of the matrix changed ${table}.`);
  for (const role of roles)
    for (const { name, row } of rows) if (isAllowed(row.access, role)) await tryAllowed(stage, name, row, role, tried);
  return tried;
}

export function isAllowed(access: Access, role: Role): boolean {
  if (access === 'public') return true;
  if (access === 'token') return role !== 'guest';
  if (access === 'customer') return role === 'customer' || role === 'demoted' || role === 'admin';
  return role === 'admin';
}

/** 401 where no session lives, 403 where a session has not the right: whatever the id, and whatever the body. */
export function expectedRefusal(access: Access, role: Role): { status: number; message: string } {
  return access === 'admin' && (role === 'customer' || role === 'demoted')
    ? { status: 403, message: 'Access denied. Admin privileges required.' }
    : { status: 401, message: 'Please sign in to continue.' };
}

async function tryRefused(stage: Stage, name: string, row: Endpoint, role: Role, tried: Tried): Promise<void> {
  const { status, message } = expectedRefusal(row.access, role);
  const shapes: (Answer & { sent: Sent })[] = [];
  for (const owner of ownersOf(row))
    for (const body of [undefined, {}, { isAdmin: true, status: 'paid' }]) {
      const sent: Sent = {
        method: row.method,
        target: targetOf(stage, row, owner),
        role,
        ...(takesBody(row) && body && { body }),
      };
      const answer = await stage.send(sent);
      tried.calls += 1;
      shapes.push({ ...answer, sent });
      if (answer.status !== status || messageOf(answer) !== message)
        tried.violations.push(
          `${name} answers ${answer.status} ${messageOf(answer)} instead of ${status}: ${told(sent)}`,
        );
    }
  for (const shape of shapes)
    if (!isSameAnswer(shape, shapes[0]))
      tried.violations.push(`${name} tells whether an id exists: ${told(shape.sent)}`);
}

/** What is another's is not there: the answer that an id has which nobody has. Of lists and the like there is nothing foreign. */
async function tryForeign(stage: Stage, name: string, row: Endpoint, tried: Tried): Promise<void> {
  if (row.access !== 'customer' || !row.path.includes(':id')) return;
  for (const role of ['customer', 'demoted'] as const)
    for (const body of takesBody(row) ? bodiesFor(stage) : [undefined]) {
      const [foreign, absent] = await Promise.all(
        (['foreign', 'absent'] as const).map((owner) =>
          stage.send({ method: row.method, target: targetOf(stage, row, owner), role, ...(body && { body }) }),
        ),
      );
      tried.calls += 2;
      const sent: Sent = { method: row.method, target: targetOf(stage, row, 'foreign'), role, body };
      if (foreign?.status !== 404)
        tried.violations.push(`${name} answers ${foreign?.status} about another's: ${told(sent)}`);
      if (!isSameAnswer(foreign, absent)) tried.violations.push(`${name} tells another's from nobody's: ${told(sent)}`);
    }
}

const bodiesFor = ({ own }: Stage) => [{ items: [{ listingId: own.listings }] }, { items: [] }];

/** Whoever may call is let in; what the call says of its body is no question here. */
async function tryAllowed(stage: Stage, name: string, row: Endpoint, role: Role, tried: Tried): Promise<void> {
  if (endsSessions.includes(name)) return;
  const owner = row.access === 'customer' ? 'own' : 'absent';
  const sent: Sent = { method: row.method, target: targetOf(stage, row, owner), role };
  const answer = await stage.send(sent);
  tried.calls += 1;
  // The wrong current password is refused with 403, too, but in other words.
  const isShut =
    (answer.status === 401 || answer.status === 403) && /sign in to continue|Admin privileges/.test(answer.body);
  const isLost = role === 'customer' && owner === 'own' && ownersOf(row).includes('own') && answer.status === 404;
  if (isShut || isLost || answer.status >= 500)
    tried.violations.push(`${name} answers ${answer.status} to one who may: ${told(sent)}`);
}

/** Of those who may: whoever is signed out cannot be asked again. */
const endsSessions = ['signOut', 'endOtherSessions', 'deleteOwnAccount'];

export const takesBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT';

export function ownersOf({ path }: Endpoint): Owner[] {
  return path.includes(':id') ? ['own', 'foreign', 'absent'] : ['absent'];
}

export function targetOf(stage: Stage, { path }: Endpoint, owner: Owner): string {
  const id = owner === 'absent' ? 'nobody-has-this' : stage[owner][kindOf(path)];
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

export const told = ({ method, target, role, body }: Sent) =>
  `${method} ${target} as ${role}${body === undefined ? '' : ` with ${JSON.stringify(body)}`}`;
