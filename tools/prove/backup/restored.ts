import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { readBeside } from '#server/database/beside.ts';
import { parseSettings } from '#server/settings.ts';
import { checkBeside } from '../../invariants.ts';
import type { Acknowledged } from './trade.ts';

/** Restores a backup where nothing is yet; a sentence for each thing of `before` that is not in it, or not sound. */
export async function missingFrom(
  file: string,
  before: Acknowledged,
  place: { databaseUrl: string; directory: string },
): Promise<string[]> {
  const settings = parseSettings({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.directory });
  try {
    const { missing, tables } = await restoreBackup(settings, file);
    const lost = missing.map((name) => `media/${name} was not kept`);
    const kept = new Set(tables.map(({ name }) => name));
    const found = await readBeside(settings.database, async (reader) => ({
      tables: (await reader.introspection.getTables()).map(({ name }) => name),
      orders: new Map(
        (await reader.selectFrom('orders').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]),
      ),
      pictures: new Set((await reader.selectFrom('pictures').select('url').execute()).map(({ url }) => url)),
      enquiries: new Set((await reader.selectFrom('enquiries').select('message').execute()).map((row) => row.message)),
    }));
    const statuses: (string | undefined)[] = ['paid', 'cancelled'];
    return [
      ...lost,
      ...found.tables.filter((name) => !kept.has(name)).map((name) => `table ${name} is not in it`),
      ...before.paid
        .filter((id) => !statuses.includes(found.orders.get(id)))
        .map((id) => `order ${id} is not paid in it`),
      ...before.cancelled
        .filter((id) => found.orders.get(id) !== 'cancelled')
        .map((id) => `order ${id} is not cancelled in it`),
      ...before.pictures
        .filter((url) => !found.pictures.has(url) || !existsSync(join(place.directory, url)))
        .map((url) => `${url} is not in it`),
      ...before.enquiries.filter((words) => !found.enquiries.has(words)).map((words) => `"${words}" is not in it`),
      ...(await checkBeside(settings.database, join(place.directory, 'media'))),
    ];
  } catch (error) {
    return [`it cannot be restored: ${error instanceof Error ? error.message : error}`];
  }
}
