import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from '#server/features/backups/backup-refused.ts';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { dataTables } from '#server/platform/database/dialect.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import { type Account, lostFrom, readAccounts } from '../load/account.ts';
import type { Person } from '../load/actions.ts';
import type { Run } from '../proof.ts';

/** What a backup may have of a person: the last state that was acknowledged before it began, or any later one. */
export interface Expected {
  person: Person;
  states: readonly Account[];
}

/** Restores a backup into an empty database and folder. Returns one sentence per thing that is missing or damaged. */
export async function faultsOfBackup(
  file: string,
  { expected, admin }: { expected: readonly Expected[]; admin: string },
  place: { databaseUrl: string; directory: string },
): Promise<string[]> {
  const settings = parseSettings({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.directory });
  try {
    const { missing, tables } = await restoreBackup(settings, file);
    const lost = missing.map((name) => `media/${name} was not kept`);
    const restored = new Set(tables.map(({ name }) => name));
    const ids = expected.map(({ person }) => person.id);
    const found = await readSnapshot(settings.database, async (reader) => ({
      tables: (await dataTables(reader)).map(({ name }) => name),
      accounts: await readAccounts(reader, ids, { admin, now: Date.now() }),
    }));
    return [
      ...lost,
      ...found.tables.filter((name) => !restored.has(name)).map((name) => `table ${name} is not in it`),
      ...expected.flatMap(({ person, states }, index) =>
        lostFrom(states.map(withoutSessions), found.accounts[index]).map((one) => `${person.email}: ${one}`),
      ),
      ...(await checkDatabase(settings.database, join(place.directory, 'media'))),
    ];
  } catch (error) {
    return [`it cannot be restored: ${error instanceof Error ? error.message : error}`];
  }
}

/** A restore ends all sessions. */
const withoutSessions = (state: Account): Account => ({
  ...state,
  sessions: 0,
  guests: state.guests.map((guest) => guest.replace(/ \d+$/, ' 0')),
});

const startOfPicture = Buffer.from('\x89PNG', 'latin1');

/**
 * A backup in which one bit of a picture is changed must be refused. Returns a sentence if it is not. Other damages are tested in
 * server/features/backups/backups.test.ts.
 */
export async function restoredThoughDamaged(file: string, { seed, directory, newDatabase }: Run): Promise<string[]> {
  const damaged = await readFile(file);
  const begin = damaged.indexOf(startOfPicture);
  if (begin < 0) return ['The last backup has no picture.'];
  // The smallest picture has 800 bytes, so this byte is inside of it.
  const offset = begin + 64 + createRandom(seed).below(512);
  damaged.writeUInt8(damaged.readUInt8(offset) ^ 1, offset);
  const copy = join(directory, 'damaged.tar');
  await writeFile(copy, damaged);
  const settings = { DATABASE_URL: await newDatabase('sqlite'), DATA_DIR: join(directory, 'damaged') };
  const what = `With a picture damaged (byte ${offset}, seed ${seed})`;
  try {
    await restoreBackup(parseSettings(settings), copy);
    return [`${what} it was restored.`];
  } catch (error) {
    return error instanceof BackupRefused ? [] : [`${what} it was not refused, but failed: ${error}`];
  }
}
