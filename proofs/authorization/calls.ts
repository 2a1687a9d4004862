import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { AuthorizationFixture, Ids, Sent } from './fixture.ts';

/**
 * Who sends the request. `demoted` has the session from when she was an admin; `unconfirmed` is an admin who gave the password
 * more than 15 minutes ago.
 */
export type Role = 'guest' | 'dead' | 'customer' | 'demoted' | 'unconfirmed' | 'admin';
export const roles: readonly Role[] = ['guest', 'dead', 'customer', 'demoted', 'unconfirmed', 'admin'];

/** Whose id is in the path. An endpoint without one is called as `absent` alone. */
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
  owners: row.path.includes(':id') ? ['own', 'foreign', 'absent'] : ['absent'],
  takesBody: row.method === 'POST' || row.method === 'PUT',
}));

/** Who may call, by the path: written down a second time, so that no change of the endpoint table goes unnoticed. */
export function accessByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): Access {
  if (path === '/admin/logo' && method === 'GET') return 'public';
  if (path === '/logout') return 'token';
  if (path === '/auth/confirm') return 'customer';
  const [, first = ''] = path.split('/');
  if (first === 'admin') return 'admin';
  return ['user', 'cart', 'orders', 'holds'].includes(first) ? 'customer' : 'public';
}

/** Which calls need a recent password, by the path: what an admin does to people and settings, and the card's number. */
export function confirmedByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  if (path === '/user/profile?include=card') return true;
  return method !== 'GET' && /^\/admin\/(users|logo|upload-logo|demo|second-factor|settings)(\/|$)/.test(path);
}

export function isAllowed({ access, needsConfirmation }: Call, role: Role): boolean {
  if (access === 'public') return true;
  if (access === 'token') return role !== 'guest';
  if (needsConfirmation && role === 'unconfirmed') return false;
  if (access === 'customer') return role !== 'guest' && role !== 'dead';
  return role === 'admin' || role === 'unconfirmed';
}

export function targetOf(fixture: AuthorizationFixture, { path }: Call, owner: Owner): string {
  const id = owner === 'absent' ? 'nobody-has-this' : fixture[owner][kindOf(path)];
  return apiBase + path.replace(':id', id).replace(':period', 'day');
}

function kindOf(path: string): keyof Ids {
  const [kind = 'listings'] = /(?<=\/)(orders|users|enquiries)(?=\/)/.exec(path) ?? [];
  // One of the names in the pattern.
  return kind as keyof Ids;
}

export const describeCall = ({ method, target, role, body, headers }: Sent): string =>
  `${method} ${target} as ${role} ${JSON.stringify({ body, headers })}`;
