import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { searchCollection } from '#server/features/catalog/catalog.ts';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

onEachEngine('A restored shop', (shop) => {
  const made: Databases[] = [];
  afterEach(async () => {
    for (const databases of made.splice(0)) await databases.removeAll();
  });

  it('is searched in every language as before, on either engine', async () => {
    const { token } = await shop.admin('Thu', 'staff');
    const { id } = await shop.listing('Moon', { story: 'A moon over the river.' });
    const params = { language: 'vi', kind: 'listing', id } as const;
    await shop.call('writeTranslation', { token, params, body: { texts: { story: 'Vầng trăng trên sông.' } } });
    const file = join(shop.directory, 'kept.tar');
    await makeBackup(shop.shop.settings, file, 1);
    for (const engine of ['sqlite', 'postgres'] as const) {
      const databases = createDatabases(engine, shop.directory, postgresUrl);
      made.push(databases);
      const directory = join(shop.directory, `${engine} elsewhere`);
      const other = parseSettings({ DATABASE_URL: await databases.create(), DATA_DIR: directory });
      await restoreBackup(other, file);
      const database = await connect(other.database);
      const find = async (q: string, language: 'en' | 'vi') => {
        const search = collectionSearchOf(new URLSearchParams({ q }));
        return (await searchCollection({ ...shop.shop, database }, search, language)).total;
      };
      expect([await find('river', 'en'), await find('vầng', 'en'), await find('vầng river', 'vi')]).toEqual([1, 0, 1]);
      await database.close();
    }
  });
});
