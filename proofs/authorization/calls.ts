import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { Role } from '#contract/roles.ts';
import type { AuthorizationFixture, Ids, Sent } from './fixture.ts';

/**
 * Who sends the request. `dead` sends a token that belongs to no session; `demoted` and `viewer` have the sessions from when they were
 * owners; `unconfirmed` is an owner who gave the password more than 15 minutes ago.
 */
export const senders = ['guest', 'dead', 'customer', 'demoted', 'viewer', 'staff', 'unconfirmed', 'owner'] as const;
export type Sender = (typeof senders)[number];

/** Whose id is in the path: the sender's, another customer's, or an id that does not exist. An endpoint without an id has only `absent`. */
export type Owner = 'own' | 'foreign' | 'absent';

export interface Call extends Pick<Endpoint, 'method' | 'path' | 'access'> {
  name: string;
  needsConfirmation: boolean;
  owners: readonly Owner[];
  takesBody: boolean;
}

/** Every endpoint, with the access that its path requires. */
export const calls: readonly Call[] = [
  ...Object.entries<Endpoint>(api),
  ['getProfile with the card', { ...api.getProfile, path: '/user/profile?include=card' }] as const,
].map(([name, row]) => ({
  ...row,
  name,
  access: accessByPath(row),
  needsConfirmation: confirmedByPath(row),
  // The id of what somebody saves or waits for is that of a public listing, which belongs to nobody. A session ends with the first call
  // that has its id (session-ends.test.ts tries those of others).
  owners:
    row.path.includes(':id') && !/^\/(saved|waiting|user\/sessions)\//.test(row.path)
      ? ['own', 'foreign', 'absent']
      : ['absent'],
  takesBody: row.method === 'POST' || row.method === 'PUT',
}));

/** Who may call, by the path: written down a second time, so that no change of the endpoint table goes unnoticed. */
export function accessByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): Access {
  if (path === '/admin/logo' && method === 'GET') return 'public';
  if (path === '/logout') return 'token';
  if (['/auth/confirm', '/auth/confirm/passkey', '/private/take'].includes(path)) return 'customer';
  if (path === '/alerts' && method === 'POST') return 'public';
  const [, first = ''] = path.split('/');
  if (first === 'admin') return leastRole({ method, path });
  return ['user', 'cart', 'saved', 'alerts', 'waiting', 'orders', 'holds'].includes(first) ? 'customer' : 'public';
}

/** The lowest role that may call: owner, unless this function names another one. */
function leastRole({ method, path }: Pick<Endpoint, 'method' | 'path'>): Role {
  if (/^\/admin\/(bank|reports|export)\//.test(path)) return 'owner';
  if (/^\/admin\/imports(\/|$)/.test(path)) return 'staff';
  if (/^\/admin\/staff(\/|$)/.test(path)) return 'owner';
  if (['/admin/audit', '/admin/second-factor/required'].includes(path)) return 'owner';
  if (path === '/admin/newsletter.csv') return 'owner';
  if (/^\/admin\/intake(\/|$)/.test(path)) return 'staff';
  if (path === '/admin/payments/connection' || path === '/admin/setup') return 'owner';
  if (method === 'POST' && path === '/admin/orders') return 'owner';
  if (/^\/admin\/orders\/:id\/(packing-slip|customs-declaration)$/.test(path)) return 'staff';
  if (method === 'GET' || path === '/admin/orders/seen' || path.startsWith('/admin/second-factor')) return 'viewer';
  if (/^\/admin\/(orders\/:id\/(refunds(\/paid)?|payments)|returns\/:id\/close)$/.test(path)) return 'owner';
  return /^\/admin\/(products|catalogues|artists|series|translations|upload-images|orders|returns|holds|waiting|enquiries|private-links|certificates|condition-reports)(\/|$)/.test(
    path,
  )
    ? 'staff'
    : 'owner';
}

/**
 * Whether a call needs a recent password, by the path: changes of people, settings and money by admins, and reading the card's number, the
 * own records and lists of customers.
 */
export function confirmedByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  if (['/admin/newsletter.csv', '/admin/users', '/admin/waiting', '/user/export'].includes(path)) return true;
  if (path === '/user/profile?include=card') return true;
  if (/^\/admin\/(orders\/:id\/(refunds(\/paid)?|payments)|returns\/:id\/close)$/.test(path)) return true;
  if (method === 'POST' && path === '/admin/orders') return true;
  // It saves nothing.
  if (/^\/admin\/settings\/(policies|home)\/preview$/.test(path)) return false;
  return (
    method !== 'GET' &&
    /^\/admin\/(users|staff|logo|upload-logo|demo|second-factor|settings|letters|bank)(\/|$)/.test(path)
  );
}

/** The senders that may make a call for admins, by the lowest role that may. */
const sufficient: Readonly<Record<Role, readonly Sender[]>> = {
  owner: ['unconfirmed', 'owner'],
  staff: ['staff', 'unconfirmed', 'owner'],
  viewer: ['viewer', 'staff', 'unconfirmed', 'owner'],
};

export function isAllowed({ access, needsConfirmation }: Call, sender: Sender): boolean {
  if (access === 'public') return true;
  if (access === 'token') return sender !== 'guest';
  if (needsConfirmation && sender === 'unconfirmed') return false;
  if (access === 'customer') return sender !== 'guest' && sender !== 'dead';
  return sufficient[access].includes(sender);
}

export function targetOf(fixture: AuthorizationFixture, { path }: Call, owner: Owner): string {
  const id = owner === 'absent' ? 'nobody-has-this' : fixture[owner][kindOf(path)];
  const certificate = owner === 'absent' ? id : fixture[owner].certificates;
  return (
    apiBase +
    path
      .replace(':id', id)
      .replace(':slug', id)
      .replace(':period', 'day')
      .replace(':language', 'vi')
      .replace(':kind', 'listing')
      .replace(':number', path.includes('/certificates/') ? certificate : `ADJ-${id}`)
      .replace(/:(reportId)/, fixture[owner === 'foreign' ? 'foreign' : 'own']['condition-reports'])
      .replace(':linkId', 'nothing-has-this')
      .replace(':entryId', fixture[owner === 'foreign' ? 'foreign' : 'own'].provenance)
      .replace(':returnId', fixture[owner === 'foreign' ? 'foreign' : 'own'].returns)
      .replace(/:(shipmentId|noteId|lightId|sessionId)/, 'nothing-has-this')
  );
}

function kindOf(path: string): keyof Ids {
  const [kind = 'listings'] = /(?<=\/)(orders|users|enquiries|returns|alerts|condition-reports)(?=\/)/.exec(path) ?? [];
  // The pattern matches only names of fields of Ids.
  return kind as keyof Ids;
}

export const describeCall = ({ method, target, sender, body, headers }: Sent): string =>
  `${method} ${target} as ${sender} ${JSON.stringify({ body, headers })}`;
