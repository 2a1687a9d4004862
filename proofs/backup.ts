import { join } from 'node:path';
import type { Engine } from '#server/platform/database/database.ts';
import { runProgram, settingsOf } from '#server/testing/programs.ts';
import { killMigrations } from './backup/migrations.ts';
import { differencesAfterMove } from './backup/moving.ts';
import { type Expected, faultsOfBackup, restoredThoughDamaged } from './backup/restored.ts';
import type { Account } from './load/account.ts';
import { createFixture } from './load/fixture.ts';
import { createLoadRecord, createWorkers, type LoadRecord, startWork } from './load/workers.ts';
import { atLeast, type Figure, type Proof, type Run } from './proof.ts';

const sizes = {
  short: { buyers: 3, backups: 2, kills: 3 },
  full: { buyers: 16, backups: 10, kills: 1_000 },
};
/** How long the shop sells before each backup, milliseconds. */
const pauseBetween = 400;

export const backup: Proof = {
  name: 'backup',
  promise:
    'Every backup of a shop that sells opens on either engine with all that was acknowledged before it began; a move changes nothing; a migration that is killed is either complete or has changed nothing.',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  async prove(run) {
    const { buyers, backups, kills } = sizes[run.size];
    const other: Engine = run.engine === 'sqlite' ? 'postgres' : 'sqlite';
    const load = await openLoad(run, buyers);
    const taken: Taken[] = [];
    try {
      for (let number = 1; number <= backups; number += 1) taken.push(await takeBackup(run, load, number));
    } finally {
      await load.end();
    }
    const violations = [...load.record.violations, ...taken.flatMap(({ violations: sentences }) => sentences)];
    for (const [index, backupTaken] of taken.entries()) {
      run.log(`restoring backup ${index + 1} of ${taken.length}`);
      // The short form restores each backup on one engine only, in turn.
      const engines = run.size === 'full' ? [run.engine, other] : [index % 2 === 0 ? other : run.engine];
      for (const engine of engines) violations.push(...(await restoreInto(run, engine, load, backupTaken, index)));
    }
    // What follows needs a backup that can be restored.
    if (violations.length > 0) return { figures: figuresOf(taken, load, 0), violations };
    run.log(`moving to ${other}`);
    const target = await run.newDatabase(other);
    violations.push(...(await differencesAfterMove(load.fixture, target, join(run.directory, 'lists'))));
    const last = taken.at(-1)?.file ?? '';
    run.log('damaging a backup');
    violations.push(...(await restoredThoughDamaged(last, run)));
    run.log('killing migrations');
    const migrations = await killMigrations(last, { ...run, directory: join(run.directory, 'migrated'), kills });
    return {
      figures: figuresOf(taken, load, migrations.kills),
      violations: [...violations, ...migrations.violations],
    };
  },
};

type Load = Awaited<ReturnType<typeof openLoad>>;

/** A real shop, and people who use it until they are stopped. */
async function openLoad(run: Run, people: number) {
  const databaseUrl = await run.newDatabase();
  const options = { databaseUrl, directory: join(run.directory, 'shop'), seed: run.seed };
  const fixture = await createFixture({ ...options, people, pieces: 60 });
  const workers = await createWorkers(fixture);
  for (const { history, has } of workers) history.push({ account: has, connection: '', ordinal: 0 });
  const shop = await fixture.open();
  const record = createLoadRecord();
  // The short form runs beside other tests, so it does not sell as fast as it can.
  const working = startWork(fixture, workers, shop.address, record, {
    pause: run.size === 'full' ? 0 : 30,
    uploadsOften: true,
  });
  return {
    fixture,
    workers,
    record,
    async end(): Promise<void> {
      await working.end();
      const unanswered = workers.filter(({ pending }) => pending !== null);
      record.violations.push(...unanswered.map(({ pending }) => `${pending?.what} was not answered, or with 503`));
      await shop.stop();
    },
  };
}

/** A backup that was made while the shop sold. */
interface Taken {
  file: string;
  /** For each worker: the number of states that were acknowledged when the backup began, and when it had ended. */
  begun: readonly number[];
  ended: readonly number[];
  paidMeanwhile: number;
  violations: string[];
}

async function takeBackup(run: Run, { fixture, workers, record }: Load, number: number): Promise<Taken> {
  // Waits for a picture, because backup/restored.ts damages one in a backup.
  do await new Promise((resolve) => setTimeout(resolve, pauseBetween));
  while (!workers.some(({ has }) => has.pictures.length > 0));
  const file = join(run.directory, `backup-${number}.tar`);
  const statesNow = () => workers.map(({ history }) => history.length);
  const [begun, paidBefore] = [statesNow(), paidIn(record)];
  const { code, output } = await runProgram('cli/backup.ts', [file], settingsOf(fixture));
  return {
    file,
    begun,
    ended: statesNow(),
    paidMeanwhile: paidIn(record) - paidBefore,
    violations: code === 0 ? [] : [`Backup ${number} (seed ${run.seed}) ended with ${code}: ${output}`],
  };
}

const paidIn = ({ done }: LoadRecord) => done.get('confirm') ?? 0;

async function restoreInto(run: Run, engine: Engine, { fixture, workers }: Load, taken: Taken, index: number) {
  const directory = join(run.directory, `restored-${index}-${engine}`);
  const expected = workers.map(({ person, history }, worker): Expected => {
    const [begun = 0, ended = 0] = [taken.begun[worker], taken.ended[worker]];
    // One state more: it may be in the backup although its answer came after the backup had ended.
    return { person, states: history.slice(begun - 1, ended + 1).map(({ account }) => account) };
  });
  const place = { databaseUrl: await run.newDatabase(engine), directory };
  const faults = await faultsOfBackup(taken.file, { expected, admin: fixture.admin.id }, place);
  return faults.map((sentence) => `Backup ${index + 1} (seed ${run.seed}) on ${engine}: ${sentence}`);
}

/** The number of an account's things that are looked for in a backup. */
const thingsIn = ({ orders, pictures, messages, products }: Account) =>
  orders.length + pictures.length + messages.length + products.length;

function figuresOf(taken: readonly Taken[], { workers, record }: Load, kills: number): Figure[] {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const lookedFor = taken.flatMap(({ begun }) =>
    workers.flatMap(({ history }, worker) => history[(begun[worker] ?? 0) - 1]?.account ?? []),
  );
  return [
    atLeast(1, 'backups taken and restored', taken.length),
    { what: 'orders paid in all', measured: paidIn(record) },
    atLeast(1, 'orders paid while backups were made', sum(taken.map((one) => one.paidMeanwhile))),
    { what: 'acknowledged things looked for', measured: sum(lookedFor.map(thingsIn)) },
    atLeast(1, 'migrations killed', kills),
  ];
}
