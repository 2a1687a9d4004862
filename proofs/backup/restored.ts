import { join } from 'node:path';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { dataTables } from '#server/platform/database/dialect.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import { type Account, differences, readAccounts } from '../load/account.ts';
import type { Person } from '../load/actions.ts';

/** What a backup may have of a person: the last state that was acknowledged before it began, or any later one. */
export interface Expected {
  person: Person;
  states: readonly Account[];
}

/** Restores a backup where nothing is yet; a sentence for each thing that is not in it, or not sound. */
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
      ...expected.flatMap((one, index) => faultsOfAccount(one, found.accounts[index])),
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

function faultsOfAccount({ person, states }: Expected, found: Account | undefined): string[] {
  const ended = states.map(withoutSessions);
  const [first] = ended;
  if (!first || !found) return [`${person.email} is not in it`];
  const isOneOfThem = ended.some((state) => differences(state, found, first).length === 0);
  return isOneOfThem ? [] : differences(first, found, first).map((one) => `${person.email}: ${one}`);
}
