import type { Access, Endpoint } from '#contract/endpoint.ts';

/**
 * Who may call, as CONTRACT.md says it of the addresses: a second opinion, so that a word changed in the table is not simply
 * believed.
 */
export function accessByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): Access {
  if (path === '/admin/logo' && method === 'GET') return 'public';
  if (path === '/logout') return 'token';
  const [, first = ''] = path.split('/');
  if (first === 'admin') return 'admin';
  return ['user', 'cart', 'orders', 'holds'].includes(first) ? 'customer' : 'public';
}
