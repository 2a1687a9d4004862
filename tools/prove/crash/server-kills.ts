import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, type ThrowawayPostgres } from '../../throwaway-postgres.ts';
import { createDatabases } from '../databases.ts';
import type { Run } from '../proof.ts';
import type { ShopProcess } from '../shop-process.ts';
import * as acts from './acts.ts';
import { checkAfterCrash, checkAfterStart, checkLeftovers } from './check.ts';
import { send } from './client.ts';
import { workersOf } from './kills.ts';
import { type LoadRecord, randomMoment, type Worker, work } from './load.ts';
import { type Scene, setScene } from './scene.ts';

export interface ServerKillRecord extends LoadRecord {
  cycles: number;
  /** Milliseconds from the database's first answer to the shop's first change. */
  recoveredAfter: number[];
  /** Milliseconds of the answers while the database was away. */
  answeredAfter: number[];
}

/** The shop's promise: its return is noticed within this long (CONTRACT.md, The process), milliseconds. */
const recoveryPatience = 5_000;
/** The server stays away for so long, milliseconds. */
const longestAway = 600;

/** SIGKILL of the database server and all its processes, under load. The shop stays, answers 503, and recovers by itself. */
export async function killTheServer(run: Run, cycles: number, record: ServerKillRecord): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  const databases = createDatabases('postgres', run.directory, () => postgres.url('postgres'));
  try {
    const scene = await setScene({
      databaseUrl: await databases.create(),
      directory: join(run.directory, 'server-kills'),
      seed: run.seed,
      people: 6,
      pieces: 60,
    });
    const shop = await scene.open();
    const workers = await workersOf(scene);
    for (let cycle = 0; cycle < cycles && record.violations.length === 0; cycle += 1) {
      await crashOnce({ scene, postgres, shop, workers, record });
      const found = record.violations.splice(0);
      record.violations.push(...found.map((one) => `Server kill ${cycle} of seed ${run.seed}: ${one}`));
      if (cycle % 10 === 9) run.say(`${cycle + 1} of ${cycles} kills of the server`);
    }
    await shop.kill();
    // Uploads whose rows were lost with the server are known to be so, and taken away now.
    const next = await scene.open();
    record.violations.push(...(await checkAfterStart(scene, workers, next.address)));
    await next.stop();
    record.violations.push(...(await checkLeftovers(scene)));
  } finally {
    await postgres.stop();
  }
}

interface Crash {
  scene: Scene;
  postgres: ThrowawayPostgres;
  shop: ShopProcess;
  workers: readonly Worker[];
  record: ServerKillRecord;
}

async function crashOnce({ scene, postgres, shop, workers, record }: Crash): Promise<void> {
  const stop = new AbortController();
  const working = workers.map((worker) => work(scene, worker, shop.address, record, stop.signal));
  await randomMoment(scene, record);
  await postgres.crash();
  const awaySince = performance.now();
  stop.abort();
  await Promise.all(working);
  record.answeredAfter.push(performance.now() - awaySince);
  await meanwhile(shop, record);
  await pause(scene.random.below(longestAway));
  await postgres.restart();
  const backAt = performance.now();
  const [admin] = workers;
  while (admin && !(await canChange(shop, admin, record))) {
    if (performance.now() - backAt > 2 * recoveryPatience) {
      record.violations.push(`The shop did not notice that the database is back: ${shop.said().slice(-500)}`);
      return;
    }
    await pause(20);
  }
  record.recoveredAfter.push(performance.now() - backAt);
  record.cycles += 1;
  if (shop.child.exitCode !== null) record.violations.push(`The shop ended: ${shop.said().slice(-500)}`);
  record.violations.push(...(await checkAfterCrash(scene, workers, shop.address)));
}

/** A change while there is no database: 503, and soon. */
async function meanwhile(shop: ShopProcess, record: ServerKillRecord): Promise<void> {
  const response = await fetch(`${shop.address}/api/listings`).catch(() => null);
  const begun = performance.now();
  const health = await fetch(`${shop.address}/api/health`).catch(() => null);
  record.answeredAfter.push(performance.now() - begun);
  for (const [what, answer] of [
    ['listings', response],
    ['health', health],
  ] as const) {
    if (answer === null) record.violations.push(`${what} were not answered while the database was away`);
    // The collection may still be known.
    else if (answer.status !== 503 && !(what === 'listings' && answer.ok))
      record.violations.push(`${what} were answered ${answer.status} while the database was away`);
  }
}

/** The shopkeeper's own name, saved as it is: a change that changes nothing that was acknowledged. */
async function canChange(shop: ShopProcess, { person, has }: Worker, record: ServerKillRecord): Promise<boolean> {
  const answer = await send(shop.address, acts.saveProfile(person, has, { name: has.name, phone: has.phone }));
  if (answer && answer.status >= 500 && answer.status !== 503)
    record.violations.push(`A change was answered ${answer.status} after the crash`);
  return answer?.status === 200;
}
