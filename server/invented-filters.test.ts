import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestShop, openTestShop } from './testing/open-shop.ts';
import { registerWebsite } from './website.ts';

const root = join(import.meta.dirname, '..');

let shop: OpenTestShop;
let address = '';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-website-'));
  shop = await openTestShop({ databaseUrl: `file:${directory}/shop.db`, directory, addRoutes: registerWebsite });
  address = await shop.listen();
}, 300_000);
afterAll(() => shop.close());

it('the collection repeats only filters that pieces have, so that its pages are as long as what the shop has', async () => {
  await shop.listing('Harbour Lights', { artist: 'Trần Bảo Duy' });
  const invented = (name: string) => Array.from({ length: 20 }, (_, at) => [name, `${at}${'x'.repeat(190)}`]);
  const all = new URLSearchParams([...invented('artist'), ...invented('series'), ...invented('medium')]);
  const open = (search: URLSearchParams) => fetch(`${address}/collection?${search}`, { redirect: 'manual' });
  const beside = await open(new URLSearchParams([['artist', 'Trần Bảo Duy'], ...invented('artist').slice(1)]));
  expect([beside.status, beside.headers.get('location')]).toEqual([
    302,
    `/collection?${new URLSearchParams({ artist: 'Trần Bảo Duy' })}`,
  ]);
  const shortened = new URL((await open(all)).headers.get('location') ?? '', address).searchParams;
  expect([...shortened].map(([name, value]) => [name, value[0]])).toEqual([
    ['artist', '0'],
    ['series', '0'],
    ['medium', '0'],
  ]);
  const [nothing, whole] = [await open(shortened), await open(new URLSearchParams())];
  expect([nothing.status, whole.status]).toEqual([200, 200]);
  expect((await nothing.text()).length).toBeLessThan((await whole.text()).length + 10_000);
});
