import { join } from 'node:path';
import type { ShopProcess } from '#server/testing/shop-process.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import { createFixture, type Fixture, type FixtureOptions } from '../load/fixture.ts';
import { createLoadRecord, createWorkers, type LoadRecord, randomMoment, startWork } from '../load/workers.ts';
import { type Outcome, quantile, type Run, timeFigure } from '../proof.ts';
import { checkAfterStart, checkLeftovers } from './check.ts';

interface KillRecord extends LoadRecord {
  cycles: number;
  /** Kills before the shop was open. */
  whileStarting: number;
  /** Milliseconds from the start of the process until it listens, while nothing else runs. */
  openedAfter: number[];
}

const shareKilledWhileStarting = 0.05;
const people = 6;

/**
 * Kills the shop (SIGKILL) at random moments under load. Each time it opens again on the same database. After `perDatabase` kills a new
 * database is used. `atOnce` shops run at a time, but the last one runs alone, because the times until it is open are measured there.
 */
export async function killTheShop(
  run: Run,
  { cycles, perDatabase, atOnce }: { cycles: number; perDatabase: number; atOnce: number },
): Promise<Outcome> {
  const record: KillRecord = { ...createLoadRecord(), cycles: 0, whileStarting: 0, openedAfter: [] };
  const killOnNewDatabase = async (number: number, openedAfter: number[]) => {
    const seed = run.seed * 1_000 + number;
    const directory = join(run.directory, `kills-${seed}`);
    const options = { databaseUrl: await run.newDatabase(), directory, seed };
    await killOnDatabase(options, perDatabase, record, openedAfter);
    run.log(`${record.cycles} of ${cycles} kills, ${record.acknowledged} effects acknowledged`);
  };
  const last = Math.ceil(cycles / perDatabase) - 1;
  await forEachAtOnce([...Array(last).keys()], atOnce, async (number) => {
    if (record.violations.length === 0) await killOnNewDatabase(number, []);
  });
  await killOnNewDatabase(last, record.openedAfter);
  const { violations, openedAfter } = record;
  const slowest = Math.max(...openedAfter);
  return {
    violations,
    figures: [
      { what: 'kills of the shop under load', measured: record.cycles },
      { what: 'kills while it was starting', measured: record.whileStarting },
      { what: 'effects acknowledged before a kill', measured: record.acknowledged },
      timeFigure(run, 'open again, median', quantile(openedAfter, 0.5)),
      // PostgreSQL is reached over the network.
      timeFigure(run, 'open again, slowest', slowest, run.engine === 'sqlite' ? 1_000 : undefined),
    ],
  };
}

async function killOnDatabase(
  options: Omit<FixtureOptions, 'people' | 'pieces'>,
  cycles: number,
  record: KillRecord,
  openedAfter: number[],
): Promise<void> {
  const fixture = await createFixture({ ...options, people, pieces: 60 });
  let shop = await fixture.open();
  const workers = await createWorkers(fixture);
  for (let cycle = 0; cycle < cycles && record.violations.length === 0; cycle += 1) {
    const working = startWork(fixture, workers, shop.address, record);
    await randomMoment(fixture, record);
    await shop.kill();
    await working.end();
    shop = await openAgain(fixture, record);
    openedAfter.push(shop.openedAfter);
    record.cycles += 1;
    const violations = await checkAfterStart(fixture, workers, shop.address);
    record.violations.push(...violations.map((one) => `Kill ${cycle} of seed ${options.seed}: ${one}`));
  }
  await shop.stop();
  record.violations.push(...(await checkLeftovers(fixture)));
}

async function openAgain(fixture: Fixture, record: KillRecord): Promise<ShopProcess> {
  if (fixture.random.chance(shareKilledWhileStarting)) {
    const early = await fixture.open({ killedAfter: 50 + fixture.random.below(600) }).catch(() => null);
    // If it was open before that time, it is killed now.
    await early?.kill();
    record.whileStarting += 1;
  }
  return fixture.open();
}
