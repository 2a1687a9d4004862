import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/concurrency/current-caller.ts';
import { openTestShop } from '#server/testing/open-shop.ts';

it('On SQLite a caller with many writes delays the write of another caller by only one write', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  await using open = await openTestShop({ databaseUrl: `file:${directory}/shop.db`, directory });
  const { database } = open.shop;
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const order: string[] = [];
  const write = (caller: string) => runAsCaller(caller, () => database.write(async () => order.push(caller)));
  const first = database.write(() => gate);
  const writes = [...Array.from({ length: 60 }, () => write('Anna')), write('Ben')];
  openGate();
  await Promise.all([first, ...writes]);
  expect(order.length).toBe(61);
  expect(order.indexOf('Ben')).toBe(1);
});
