import { join } from 'node:path';
import type { ApiClient } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { repeat } from '#server/testing/waiting.ts';
import { residentMegabytes } from '../../bench/machine.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import { atMost, type Figure, type Outcome, type Run } from '../proof.ts';
import { limitsAtOnce } from './at-once.ts';
import { readWithNewQuery } from './floods.ts';
import { addListings, by, register } from './visitors.ts';

const limited = { RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'error' };

/** New query strings, 50 at once, while somebody else reads: the memory of the process must not grow without limit. */
export async function growingMemory(run: Run, requests: number): Promise<Outcome> {
  const directory = join(run.directory, 'one');
  await using shop = await openShop({ databaseUrl: await run.newDatabase(), directory, settings: limited });
  using attacker = createHttpClient(shop.address, { connections: 50 });
  using reader = createHttpClient(shop.address);
  const waits: number[] = [];
  const reading = repeat(async () => waits.push((await reader.request('GET', '/')).milliseconds), 20);
  await forEachAtOnce([...Array(requests).keys()], 50, (number) => readWithNewQuery(attacker, number));
  await reading.stop();
  const megabytes = Math.round(residentMegabytes(shop.child.pid));
  return {
    violations: [],
    figures: [
      atMost(450, `memory of a process after ${requests} new query strings of 15 kB`, megabytes, 'MB'),
      { what: 'longest wait of a reader meanwhile', measured: Math.round(Math.max(...waits)), unit: 'ms' },
    ],
  };
}

/** Limits must hold for two processes on one database together, as for one process. */
export async function twoProcesses(run: Run): Promise<Outcome> {
  const databaseUrl = await run.newDatabase();
  const directory = join(run.directory, 'two');
  const settings = { ...limited, HOLD_MINUTES: '0.2' };
  await using opened = new AsyncDisposableStack();
  const shops = await Promise.all([1, 2].map(() => openShop({ databaseUrl, directory, settings })));
  for (const shop of shops) opened.use(shop);
  const clients = shops.map(({ address }) => opened.use(createHttpClient(address)));
  const [client] = clients;
  if (!client) throw new Error('fewer than two processes are open');
  const admin = await signInAsOwner(client);
  const { figures, violations } = await limitsAtOnce(clients, admin);
  const ofTwo = figures.map((figure) => ({ ...figure, what: `two processes: ${figure.what}` }));
  return { violations, figures: [...ofTwo, await holdAndRelease(clients, admin)] };
}

/** How long one account can keep a piece by holding and releasing it again and again. A hold lasts 12 seconds. */
async function holdAndRelease(clients: readonly ApiClient[], admin: string): Promise<Figure> {
  const [client] = clients;
  const [listing] = client ? await addListings(client, admin, { name: 'Hammered', count: 1 }) : [];
  if (!client || !listing) throw new Error('there is no process or no listing');
  const holder = await register(client, 'Hammer', '10.5.1.1');
  const [begun, giveUp] = [performance.now(), performance.now() + 60_000];
  let lastHeld = begun;
  await Promise.all(
    clients.map(async (through) => {
      while (performance.now() < giveUp) {
        const { status } = await through.call('holdPieces', { ...by(holder), body: { listingIds: [listing.id] } });
        if (status !== 200) return;
        lastHeld = performance.now();
        await through.call('releaseHolds', by(holder));
      }
    }),
  );
  const what = 'two processes: longest time one account keeps a piece (limit: three holds of 12 s)';
  return atMost(37, what, (lastHeld - begun) / 1_000, 's');
}
