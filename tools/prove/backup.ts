import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '#server/database/database.ts';
import { restoredThoughDamaged } from './backup/damaged.ts';
import { killMigrations } from './backup/migrations.ts';
import { differencesAfterMove } from './backup/moving.ts';
import { runProgram } from './backup/programs.ts';
import { missingFrom } from './backup/restored.ts';
import { type Acknowledged, openTrade, type Trade } from './backup/trade.ts';
import type { Figure, Proof, Run } from './proof.ts';

const sizes = {
  short: { buyers: 3, backups: 2, kills: 3 },
  full: { buyers: 8, backups: 10, kills: 1_000 },
};
/** Between two backups the shop sells by itself, milliseconds. */
const pauseBetween = 400;

export const backup: Proof = {
  name: 'backup',
  promise:
    'Every backup of a shop that sells opens on either engine with all that was acknowledged before it began; a move changes nothing; a migration that is killed finishes or never was.',
  engines: ['sqlite', 'postgres'],
  async prove(run) {
    const { buyers, backups, kills } = sizes[run.size];
    const other: Engine = run.engine === 'sqlite' ? 'postgres' : 'sqlite';
    const trade = await openTrade(run, buyers);
    const taken: Taken[] = [];
    try {
      for (let number = 1; number <= backups; number += 1) taken.push(await takeBackup(run, trade, number));
    } finally {
      await trade.end().finally(() => trade.shop.stop());
    }
    const violations = [...trade.failures(), ...taken.flatMap(({ violations: sentences }) => sentences)];
    for (const [index, { file, before }] of taken.entries()) {
      run.say(`restoring backup ${index + 1} of ${taken.length}`);
      // In the short form each engine once.
      const engines = run.size === 'full' ? [run.engine, other] : [index % 2 === 0 ? other : run.engine];
      for (const engine of engines) violations.push(...(await restoredInto(run, engine, { file, before, index })));
    }
    run.say(`moving to ${other}`);
    violations.push(...(await differencesAfterMove(trade, await run.newDatabase(other), join(run.directory, 'lists'))));
    const last = taken.at(-1)?.file ?? '';
    run.say('damaging a backup');
    violations.push(...(await restoredThoughDamaged(last, run)));
    run.say('killing migrations');
    const migrations = await killMigrations(last, { ...run, directory: join(run.directory, 'migrated'), kills });
    return {
      figures: await figuresOf(taken, trade, migrations.kills),
      violations: [...violations, ...migrations.violations],
    };
  },
};

interface Taken {
  file: string;
  /** What was acknowledged before it began. */
  before: Acknowledged;
  /** Orders that were paid while it was made. */
  paidMeanwhile: number;
  milliseconds: number;
  violations: string[];
}

async function takeBackup(run: Run, trade: Trade, number: number): Promise<Taken> {
  await new Promise((resolve) => setTimeout(resolve, pauseBetween));
  const file = join(run.directory, `backup-${number}.tar`);
  const before = trade.soFar();
  const begun = performance.now();
  const { code, said } = await runProgram('backup.ts', [file], trade);
  return {
    file,
    before,
    paidMeanwhile: trade.soFar().paid.length - before.paid.length,
    milliseconds: performance.now() - begun,
    violations: code === 0 ? [] : [`Backup ${number} (seed ${run.seed}) ended with ${code}: ${said}`],
  };
}

async function restoredInto(
  run: Run,
  engine: Engine,
  { file, before, index }: { file: string; before: Acknowledged; index: number },
): Promise<string[]> {
  const directory = join(run.directory, `restored-${index}-${engine}`);
  const missing = await missingFrom(file, before, { databaseUrl: await run.newDatabase(engine), directory });
  return missing.map((sentence) => `Backup ${index + 1} (seed ${run.seed}) on ${engine}: ${sentence}`);
}

async function figuresOf(taken: readonly Taken[], trade: Trade, kills: number): Promise<Figure[]> {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const sizesOf = await Promise.all(
    taken.map(({ file }) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const all = trade.soFar();
  return [
    { what: 'backups taken and restored', measured: taken.length, wanted: { atLeast: 1 } },
    { what: 'orders paid in all', measured: all.paid.length },
    {
      what: 'orders paid while backups were made',
      measured: sum(taken.map((one) => one.paidMeanwhile)),
      wanted: { atLeast: 1 },
    },
    {
      what: 'acknowledged things looked for',
      measured: sum(taken.map(({ before }) => sum(Object.values(before).map((list: string[]) => list.length)))),
    },
    { what: 'longest backup', measured: Math.max(...taken.map(({ milliseconds }) => milliseconds)), unit: 'ms' },
    { what: 'largest backup', measured: Math.max(...sizesOf) / 1e6, unit: 'MB' },
    { what: 'migrations killed', measured: kills, wanted: { atLeast: 1 } },
  ];
}
