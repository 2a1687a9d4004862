import type { Access, Endpoint } from '#contract/endpoint.ts';

/** Who may call, judged by the path: written down a second time, so that a change in the endpoint table does not go unnoticed. */
export function accessByPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): Access {
  if (path === '/admin/logo' && method === 'GET') return 'public';
  if (path === '/logout') return 'token';
  const [, first = ''] = path.split('/');
  if (first === 'admin') return 'admin';
  return ['user', 'cart', 'orders', 'holds'].includes(first) ? 'customer' : 'public';
}
