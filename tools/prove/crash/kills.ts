import { join } from 'node:path';
import type { Run } from '../proof.ts';
import type { ShopProcess } from '../shop-process.ts';
import { checkAfterStart, checkLeftovers } from './check.ts';
import { type LoadRecord, randomMoment, type Worker, work } from './load.ts';
import { hashOfPassword, type Scene, type SceneOptions, setScene } from './scene.ts';

export interface KillRecord extends LoadRecord {
  cycles: number;
  /** Kills before the door was open. */
  whileStarting: number;
  /** Milliseconds from the start of the process to its open door, while nothing else runs. */
  openedAfter: number[];
}

export interface KillSize {
  cycles: number;
  /** Cycles until a new database is taken. */
  perDatabase: number;
  /** Shops at once. The last database is each time worked with alone: there it is measured how soon the shop is open. */
  atOnce: number;
}

const shareKilledWhileStarting = 0.05;
const people = 6;

/** `kill -9` of the shop at random moments, under load; each time it opens again over the same database. */
export async function killTheShop(
  run: Run,
  { cycles, perDatabase, atOnce }: KillSize,
  record: KillRecord,
): Promise<void> {
  const passwordHash = await hashOfPassword(run.seed);
  const killOverNew = async (number: number, openedAfter: number[]) => {
    const seed = run.seed * 1_000 + number;
    const directory = join(run.directory, `kills-${seed}`);
    const options = { databaseUrl: await run.newDatabase(), directory, seed, passwordHash };
    await killOver(options, perDatabase, record, openedAfter);
    run.say(`${record.cycles} of ${cycles} kills, ${record.acknowledged} effects acknowledged`);
  };
  const last = Math.ceil(cycles / perDatabase) - 1;
  const waiting = Array.from({ length: last }, (_, number) => number);
  const lane = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      if (record.violations.length > 0) return;
      await killOverNew(number, []);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await killOverNew(last, record.openedAfter);
}

async function killOver(
  options: Omit<SceneOptions, 'people' | 'pieces'>,
  cycles: number,
  record: KillRecord,
  openedAfter: number[],
): Promise<void> {
  const scene = await setScene({ ...options, people, pieces: 60 });
  let shop = await scene.open();
  const workers = await workersOf(scene);
  for (let cycle = 0; cycle < cycles && record.violations.length === 0; cycle += 1) {
    const stop = new AbortController();
    const working = workers.map((worker) => work(scene, worker, shop.address, record, stop.signal));
    await randomMoment(scene, record);
    await shop.kill();
    stop.abort();
    await Promise.all(working);
    shop = await openAgain(scene, record);
    openedAfter.push(shop.openedAfter);
    record.cycles += 1;
    const violations = await checkAfterStart(scene, workers, shop.address);
    record.violations.push(...violations.map((one) => `Kill ${cycle} of seed ${options.seed}: ${one}`));
  }
  await shop.stop();
  record.violations.push(...(await checkLeftovers(scene)));
}

export async function workersOf(scene: Scene): Promise<Worker[]> {
  const all = [scene.admin, ...scene.people];
  const belongings = await scene.look(all);
  return all.map((person, index) => {
    const has = belongings[index];
    if (!has) throw new Error('everybody is looked at');
    return { person, has, pending: null };
  });
}

async function openAgain(scene: Scene, record: KillRecord): Promise<ShopProcess> {
  if (scene.random.chance(shareKilledWhileStarting)) {
    const early = await scene.open({ killedAfter: 50 + scene.random.below(600) }).catch(() => null);
    // It opened sooner than that: its end comes now.
    await early?.kill();
    record.whileStarting += 1;
  }
  return scene.open();
}
