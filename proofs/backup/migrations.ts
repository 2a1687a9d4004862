import { existsSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import type { Engine } from '#server/platform/database/database.ts';
import { schemaVersion, shopMigrations } from '#server/platform/database/migrate.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { runProgram, settingsOf } from '#server/testing/programs.ts';
import { until } from '#server/testing/waiting.ts';
import type { Run } from '../proof.ts';
import { differentTables, tableSums } from './moving.ts';
import { nextSchema } from './next-schema.ts';

const program = 'proofs/backup/next-schema.ts';
const lastOf = (migrations: object) => Object.keys(migrations).toSorted().at(-1);

/** A restored database and its data folder. */
interface Subject {
  engine: Engine;
  databaseUrl: string;
  directory: string;
  /** `tableSums` before the migration, and after it. */
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

/**
 * Migrates a shop to a newer schema again and again, and kills the program before `kills` of its statements (before all if `kills` is
 * larger than their number). Each time the database must be unchanged or completely migrated, and a start that is not killed must finish.
 */
export async function killMigrations(
  file: string,
  { engine, newDatabase, directory, seed, kills }: Omit<Run, 'size' | 'log'> & { kills: number },
): Promise<{ kills: number; violations: string[] }> {
  // Every restore uses the same time, because the time decides how many certificate numbers a restore skips.
  const now = Date.now();
  const restore = async () => {
    const databaseUrl = await newDatabase();
    const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
    await restoreBackup(settings, file, undefined, undefined, now);
    return { engine, databaseUrl, directory, before: await tableSums(databaseUrl) };
  };
  const notKilled = await restore();
  const { output } = await runProgram(program, [], settingsOf(notKilled));
  const statements = Number(output);
  const after = await tableSums(notKilled.databaseUrl);
  const violations = (await violationsOf({ ...notKilled, after })).map((sentence) => `Not killed: ${sentence}`);
  if (!(statements > 10)) return { kills: 0, violations: [...violations, `The migration did not run: ${output}`] };

  const random = createRandom(seed);
  const points = Array.from({ length: statements }, (_, index) => index + 1);
  const chosen = (kills < statements ? random.shuffled(points).slice(0, kills) : points).toSorted((a, b) => a - b);
  let subject: Subject = { ...(await restore()), after };
  for (const at of chosen) {
    const { code } = await runProgram(program, [], { ...settingsOf(subject), DIE_AT: String(at) });
    const sentences = await violationsOf(subject);
    if (code !== null) sentences.unshift(`it ended with ${code}.`);
    violations.push(...sentences.map((sentence) => `Killed before statement ${at} of ${statements}: ${sentence}`));
    // If the migration was committed (or went wrong), the next kill needs an unmigrated database.
    if (sentences.length > 0 || (await schemaIn(subject)) !== lastOf(shopMigrations))
      subject = { ...(await restore()), after };
  }
  await runProgram(program, [], settingsOf(subject));
  const found = await schemaIn(subject);
  if (found !== lastOf(nextSchema)) violations.push(`The start after the last kill left the schema ${found}.`);
  violations.push(...(await violationsOf(subject)).map((sentence) => `At the start after the last kill: ${sentence}`));
  return { kills: chosen.length, violations };
}

const schemaIn = ({ databaseUrl }: Subject) =>
  readSnapshot(parseSettings({ DATABASE_URL: databaseUrl }).database, schemaVersion);

async function violationsOf(subject: Subject): Promise<string[]> {
  await untilDisconnected(subject);
  const schema = await schemaIn(subject);
  if (schema === lastOf(shopMigrations)) return differentTables(subject.before, await tableSums(subject.databaseUrl));
  if (schema !== lastOf(nextSchema)) return [`the schema is ${schema}.`];
  return [...differentTables(subject.after, await tableSums(subject.databaseUrl)), ...(await copyFaults(subject))];
}

/** Waits until PostgreSQL has noticed that the killed program is gone. Until then it may still finish a commit. */
async function untilDisconnected({ engine, databaseUrl }: Subject): Promise<void> {
  if (engine !== 'postgres') return;
  const others = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  const isAlone = async () => (await readSnapshot(database, (reader) => others.execute(reader))).rows.length === 0;
  await until(isAlone, 'the killed program has left the database', { every: 20 });
}

/** On SQLite the copy that the shop stores before a migration must be beside the file and contain the shop as it was. */
async function copyFaults({ engine, databaseUrl, before }: Subject): Promise<string[]> {
  if (engine !== 'sqlite') return [];
  const copy = `${databaseUrl}.before-${lastOf(nextSchema)}`;
  if (!existsSync(copy.slice('file:'.length))) return ['there is no copy from before it.'];
  const found = differentTables(before, await tableSums(copy));
  for (const end of ['-wal', '-shm']) rmSync(`${copy.slice('file:'.length)}${end}`, { force: true });
  return found.map((sentence) => `the copy from before it differs: ${sentence}`);
}
