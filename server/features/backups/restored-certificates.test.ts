import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isRefusal } from '#contract/errors.ts';
import { issueCertificate } from '#server/features/certificates/certificates.ts';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const minute = 60_000;

onEachEngine('A restored shop', (shop) => {
  const made: Databases[] = [];
  afterEach(async () => {
    for (const databases of made.splice(0)) await databases.removeAll();
  });

  it('gives no certificate a number that was given after the backup was made, also when it is restored twice', async () => {
    const { token, id: adminId } = await shop.admin('Linh');
    const given = new Set<string>();
    const issue = async (name: string) => {
      const { id: listingId } = await shop.listing(name);
      const { body } = await shop.call('issueCertificate', { token, body: { listingId } });
      given.add(body.certificate.number);
    };
    await issue('Moon');
    const pond = await shop.listing('Pond');
    const carp = await shop.listing('Carp');
    const file = join(shop.directory, 'kept.tar');
    const createdAt = shop.shop.clock();
    await makeBackup(shop.shop.settings, file, createdAt);
    for (const name of ['Gate', 'Heron']) await issue(name);
    expect(given).toEqual(new Set(['VS-0001', 'VS-0002', 'VS-0003']));

    const words = { givenTo: '', signed: '' };
    for (const [restore, engine] of (['sqlite', 'postgres'] as const).entries()) {
      const databases = createDatabases(engine, shop.directory, postgresUrl);
      made.push(databases);
      const directory = join(shop.directory, `${engine} elsewhere`);
      const other = parseSettings({ DATABASE_URL: await databases.create(), DATA_DIR: directory });
      await restoreBackup(other, file, undefined, undefined, createdAt + (restore + 1) * minute);
      const database = await connect(other.database);
      for (const { id: listingId } of [pond, carp]) {
        const issued = await issueCertificate({ ...shop.shop, database }, adminId, { listingId, ...words });
        if (isRefusal(issued)) throw new Error(issued.message);
        expect(given).not.toContain(issued.certificate.number);
        given.add(issued.certificate.number);
      }
      await database.close();
    }
    expect([...given].slice(3)).toEqual(['VS-1062', 'VS-1063', 'VS-1122', 'VS-1123']);
  });
});
