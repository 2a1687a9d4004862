import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import { parseSettings } from '#server/settings.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { type FakeObjectStore, openObjectStore } from '#server/testing/object-store.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { pattern, scansOf, serviceOf } from '#server/testing/scans.ts';
import { checkDatabase } from '../../../cli/invariants.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { restoreBackup } from '../backups/restore-backup.ts';

describe('Scans of two processes with one PostgreSQL and one bucket', () => {
  let directory = '';
  let store: FakeObjectStore;
  let databases: Databases;
  let left: OpenTestShop;
  let right: OpenTestShop;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-scans-'));
    store = await openObjectStore(join(directory, 'bucket'));
    databases = createDatabases('postgres', directory, postgresUrl);
    const databaseUrl = await databases.create();
    const environment = { MEDIA_URL: store.mediaUrl };
    left = await openTestShop({ databaseUrl, directory: join(directory, 'left'), environment });
    right = await openTestShop({ databaseUrl, directory: join(directory, 'right'), environment });
  });
  afterEach(async () => {
    await Promise.all([left.close(), right.close(), store.close()]);
    await databases.removeAll();
  });

  const scansIn = async () => (await store.objects()).filter((name) => /scans|incoming/.test(name));

  it('are made by either of them, once, and served by both', async () => {
    const { token } = await left.admin();
    const { upload, piece, remove } = scansOf(left);
    const { id } = await piece(token);
    const scan = await pattern(1_200, 800).jpeg().toBuffer();
    await left.shop.scans.close();
    await upload(token, id, scan);
    expect(await scansIn()).toEqual([expect.stringMatching(/\.original$/)]);
    right.shop.scans.wake();
    await right.shop.scans.settled();
    const service = await serviceOf(left, id);
    expect(await scansIn()).toEqual([expect.stringMatching(/\.tiles$/)]);
    for (const shop of [left, right]) {
      const { status, raw } = await shop.request('GET', `${service}/0,0,512,512/512,512/0/default.jpg`);
      expect([status, raw.subarray(0, 3).toString('hex')]).toEqual([200, 'ffd8ff']);
      expect(await readdir(join(shop.directory, 'media', 'incoming'))).toEqual([]);
    }
    store.behaviour = 'cutting';
    expect((await left.request('GET', `${service}/full/max/0/default.jpg`)).status).toBe(503);
    store.behaviour = 'well';
    await remove(token, id);
    right.shop.scans.wake();
    await right.shop.scans.settled();
    expect(await scansIn()).toEqual([]);
  });

  it('wait while the store is unavailable, and are made afterwards', async () => {
    const { token } = await left.admin();
    const { upload, piece, scan } = scansOf(left);
    const { id } = await piece(token);
    await left.shop.scans.close();
    await upload(token, id, await pattern(900, 600).jpeg().toBuffer());
    store.behaviour = 'cutting';
    right.shop.scans.wake();
    await expect.poll(async () => (await scan(token, id))?.state).toBe('making');
    await right.shop.scans.settled();
    expect(await scan(token, id)).toMatchObject({ state: 'waiting' });
    store.behaviour = 'well';
    right.passTime(61_000);
    right.shop.scans.wake();
    await right.shop.scans.settled();
    expect(await scan(token, id)).toMatchObject({ state: 'ready' });
  });

  it('are in backups with their tiles, or with the file whose tiles are not made yet', async () => {
    const { token } = await left.admin();
    const { upload, piece, scanned } = scansOf(left);
    const { service } = await scanned(token);
    await left.shop.scans.close();
    const waiting = await piece(token, 1);
    await upload(token, waiting.id, await pattern(1_200, 800, 1).jpeg().toBuffer());
    const kept = await makeBackup(left.shop.settings, join(directory, 'kept.tar'), 1);
    const names = kept.media.map(({ name }) => name).filter((name) => name.startsWith('scans/'));
    expect(names.map((name) => name.slice(name.indexOf('.'))).toSorted()).toEqual(['.original', '.tiles']);

    const databaseUrl = await databases.create();
    const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: join(directory, 'restored') });
    expect(await restoreBackup(settings, join(directory, 'kept.tar'))).toEqual(kept);
    expect(await checkDatabase(settings.database, createFileStorage(settings))).toEqual([]);
    await using restored = await openTestShop({ databaseUrl, directory: settings.dataDirectory });
    expect((await restored.request('GET', `${service}/full/max/0/default.jpg`)).status).toBe(200);
    restored.shop.scans.wake();
    await restored.shop.scans.settled();
    expect(await serviceOf(restored, waiting.id)).toMatch(/^\/iiif/);
  });
});
