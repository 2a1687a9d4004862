import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabases } from '#server/testing/databases.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import type { ShopProcess } from '#server/testing/shop-process.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/throwaway-postgres.ts';
import * as actions from '../load/actions.ts';
import { createFixture, type Fixture } from '../load/fixture.ts';
import {
  createLoadRecord,
  createWorkers,
  type LoadRecord,
  randomMoment,
  startWork,
  type Worker,
} from '../load/workers.ts';
import { type Outcome, type Run, timeFigure } from '../proof.ts';
import { checkAfterCrash, checkAfterStart, checkLeftovers } from './check.ts';

interface ServerKillRecord extends LoadRecord {
  cycles: number;
  /** Milliseconds from the database's first answer to the shop's first change. */
  recoveredAfter: number[];
  /** Milliseconds of the answers while the database was unavailable. */
  answeredAfter: number[];
}

/** Longest wait for the shop to notice the return of the database, milliseconds. */
const recoveryPatience = 10_000;
/** The longest time for which the server stays away, milliseconds. */
const longestAway = 600;

/** Kills all processes of the database server (SIGKILL) under load. The shop must keep running, answer 503, and recover by itself. */
export async function killTheServer(run: Run, cycles: number): Promise<Outcome> {
  const record: ServerKillRecord = { ...createLoadRecord(), cycles: 0, recoveredAfter: [], answeredAfter: [] };
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ durable: true });
  opened.defer(postgres.stop);
  const databases = createDatabases('postgres', run.directory, () => postgres.url('postgres'));
  const fixture = await createFixture({
    databaseUrl: await databases.create(),
    directory: join(run.directory, 'server-kills'),
    seed: run.seed,
    people: 6,
    pieces: 60,
  });
  const shop = await fixture.open();
  const workers = await createWorkers(fixture);
  for (let cycle = 0; cycle < cycles && record.violations.length === 0; cycle += 1) {
    await crashOnce({ fixture, postgres, shop, workers, record });
    const found = record.violations.splice(0);
    record.violations.push(...found.map((one) => `Server kill ${cycle} of seed ${run.seed}: ${one}`));
    if (cycle % 10 === 9) run.log(`${cycle + 1} of ${cycles} kills of the server`);
  }
  await shop.kill();
  // A start deletes the files of uploads whose rows were lost with the server.
  const next = await fixture.open();
  record.violations.push(...(await checkAfterStart(fixture, workers, next.address)));
  await next.stop();
  record.violations.push(...(await checkLeftovers(fixture)));
  return {
    violations: record.violations,
    figures: [
      { what: 'kills of the database server', measured: record.cycles },
      { what: 'effects acknowledged before them', measured: record.acknowledged },
      timeFigure(run, 'answer while it is unavailable, slowest', Math.max(0, ...record.answeredAfter), 2_000),
      timeFigure(run, 'change after its return, slowest', Math.max(0, ...record.recoveredAfter), 5_000),
    ],
  };
}

interface Crash {
  fixture: Fixture;
  postgres: ThrowawayPostgres;
  shop: ShopProcess;
  workers: readonly Worker[];
  record: ServerKillRecord;
}

async function crashOnce({ fixture, postgres, shop, workers, record }: Crash): Promise<void> {
  const working = startWork(fixture, workers, shop.address, record);
  await randomMoment(fixture, record);
  await postgres.crash();
  const awaySince = performance.now();
  await working.end();
  record.answeredAfter.push(performance.now() - awaySince);
  await checkWhileAway(shop, record);
  await pause(fixture.random.below(longestAway));
  await postgres.restart();
  const backAt = performance.now();
  const [admin] = workers;
  const isBack = () => admin === undefined || canChange(shop, admin, record);
  if (!(await becomesTrue(isBack, { patience: recoveryPatience, every: 20 }))) {
    record.violations.push(`The shop did not notice that the database is back: ${shop.output().slice(-500)}`);
    return;
  }
  record.recoveredAfter.push(performance.now() - backAt);
  record.cycles += 1;
  if (shop.child.exitCode !== null) record.violations.push(`The shop ended: ${shop.output().slice(-500)}`);
  record.violations.push(...(await checkAfterCrash(fixture, workers, shop.address)));
}

/** Reads while there is no database must be answered 503. Measures how soon /api/health answers. */
async function checkWhileAway(shop: ShopProcess, record: ServerKillRecord): Promise<void> {
  using client = createHttpClient(shop.address);
  for (const path of ['/api/listings', '/api/health']) {
    const { status, milliseconds } = await client.request('GET', path);
    if (path === '/api/health') record.answeredAfter.push(milliseconds);
    // The collection may still be cached.
    const isCached = path === '/api/listings' && status === 200;
    if (status !== 503 && !isCached)
      record.violations.push(`${path} was answered ${status || 'nothing'} while the database was unavailable`);
  }
}

/** Whether the shop can write: saves the admin's name and phone unchanged, so the account stays as it was acknowledged. */
async function canChange(shop: ShopProcess, { person, has }: Worker, record: ServerKillRecord): Promise<boolean> {
  using client = createHttpClient(shop.address);
  const action = actions.saveProfile(person, has, { name: has.name, phone: has.phone });
  const { status } = await actions.send(client, action);
  if (status >= 500 && status !== 503) record.violations.push(`A change was answered ${status} after the crash`);
  return status === 200;
}
