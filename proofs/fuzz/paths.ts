import { METHODS } from 'node:http';
import type { FuzzRandom } from './hostile.ts';

import type { Memory } from './memory.ts';

/** Every method that Node's parser knows, but CONNECT, which makes a tunnel of the socket. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

export const oddMethod = (random: FuzzRandom): string =>
  random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', ...methods]);

const pages: readonly string[] = `
  / / /account /cart /payment /admin /admin/users /nothing-here /product/ /product/absent /product/moon/more
  /sitemap.xml /robots.txt /favicon.ico /assets/ /assets/absent.js /assets/../server/index.js
  /assets/%2e%2e/%2e%2e/package.json /media/ /media/absent.webp /media/..%2f..%2fcard.key /media/%00
  /media/a/b/c/d /_root.data /product/absent.data /.data /__manifest?p=/&version=x /?sort=price&order=desc
  /?sort=__proto__&order=x&_routes=routes%2Fhome /?_routes=x /index /.git/config /.env /data/shop.db
  /server/main.ts /api /api/ /api/nothing /apii/listings
`
  .trim()
  .split(/\s+/);

export function pageTarget(random: FuzzRandom, memory: Memory): string {
  if (random.chance(0.2)) return memory.media.any(random) ?? '/media/none';
  if (random.chance(0.2)) return `/product/${encodeURIComponent(memory.pieces.any(random)?.id ?? 'moon')}`;
  if (random.chance(0.15)) return `/product/${encodeURIComponent(random.text().toWellFormed())}`;
  return random.pick(pages);
}

const twists: readonly ((path: string, random: FuzzRandom) => string)[] = [
  (path) => path.replace('/', '//'),
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path};x`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}%zz`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/API'),
  (path) => path.replace('/api/', '/api%2F'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '/api;x=y/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('admin', '%61dmin'),
  (path) => path.replace('admin', 'admin%252f'),
  (path) => `/x/..${path}`,
  (path) => `${path}/${'y'.repeat(400)}`,
  (path) => `${path}/${'z/'.repeat(300)}`,
  (path, random) => path.slice(0, 1 + random.below(path.length)),
  (path, random) => path + encodeURIComponent(random.text().toWellFormed()),
];

/** The same place written in a way that some part on the way may read as another. */
export function twistedPath(random: FuzzRandom, target: string): string {
  const [path = '/', ...query] = target.split('?');
  return [random.pick(twists)(path, random), ...query].join('?');
}
