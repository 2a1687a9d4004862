import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { openObjectStore } from '#server/testing/object-store.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { onEachEngine, onEachEngineWith } from '#server/testing/shop.ts';
import { makeNightlyBackup } from './make-nightly-backup.ts';
import { createNightlyBackups } from './nightly-backups.ts';
import { restoreBackup } from './restore-backup.ts';

// The backups are made at the lowest priority and other tests delay them, so these tests have a long `timeout` (milliseconds).
const hour = 3_600_000;
const passphrase = 'four words of a list';
/** Half past five in the morning of 23 November in Sydney: the night's quiet hour has passed. */
const morning = Date.parse('2026-11-22T18:30:00Z');
const environment = { BACKUP_PASSPHRASE: passphrase, BACKUP_KEEP: '1', SHOP_TIMEZONE: 'Australia/Sydney' };
const folderOf = (directory: string) => join(directory, 'backups');
/**
 * Makes the backups in this process, because a start of the other one takes most of the time of a backup. The backups to a bucket and those
 * of interrupted-backups.test.ts are made by the other one.
 */
const inThisProcess = (shop: Shop) => ({
  nightlyBackups: createNightlyBackups(shop.settings, () => shop, { make: makeNightlyBackup, end: () => undefined }),
});

onEachEngineWith(
  'Nightly backups to a folder',
  ({ databaseUrl, directory }) =>
    openTestShop({
      databaseUrl,
      directory,
      environment: { ...environment, BACKUP_TO: folderOf(directory) },
      clock: () => morning,
      replace: inThisProcess,
    }),
  (shop) => {
    const stored = async () => (await readdir(folderOf(shop.directory))).filter((name) => name.startsWith('lacquer'));
    const run = async () => {
      shop.shop.nightlyBackups.wake();
      await shop.shop.nightlyBackups.settled();
    };
    const backups = async (token: string) => (await shop.call('getBackups', { token })).body.backups;
    const needs = async (token: string) => (await shop.call('listNeeds', { token })).body.needs;

    it('are made once a night, restored as a rehearsal, and the oldest are deleted; owners learn of missed nights', {
      timeout: 120_000,
    }, async () => {
      const owner = await shop.admin();
      await shop.listing('Moon');
      await run();
      await run();
      expect(await stored()).toEqual(['lacquer-2026-11-23.tar.age']);
      expect(await backups(owner.token)).toMatchObject({
        to: 'folder',
        kept: 1,
        nextAt: '2026-11-23T16:40:00.000Z',
        runs: [{ night: '2026-11-23', state: 'done', isRehearsed: true, missing: 0, error: '' }],
      });
      shop.passTime(24 * hour);
      await run();
      expect(await stored()).toEqual(['lacquer-2026-11-24.tar.age']);
      expect((await backups(owner.token)).runs.map(({ night }) => night)).toEqual(['2026-11-24', '2026-11-23']);
      expect(await needs(owner.token)).toEqual([]);
      shop.passTime(51 * hour);
      expect(await needs(owner.token)).toMatchObject([
        { kind: 'backup', since: new Date(morning + 24 * hour).toISOString() },
      ]);
      const elsewhere = join(shop.directory, 'elsewhere');
      const settings = parseSettings({ DATABASE_URL: `file:${elsewhere}/shop.db`, DATA_DIR: elsewhere });
      const file = join(folderOf(shop.directory), 'lacquer-2026-11-24.tar.age');
      const manifest = await restoreBackup(settings, file, undefined, { identityFile: null, passphrase });
      expect(manifest.tables.find(({ name }) => name === 'listings')?.rows).toBe(1);
    });
  },
);

it('Nightly backups that fail are tried again, and owners learn of it on the dashboard', {
  timeout: 120_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  const folder = folderOf(directory);
  await using shop = await openTestShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    environment: { ...environment, BACKUP_TO: folder },
    clock: () => morning,
    replace: inThisProcess,
  });
  const { token } = await shop.admin();
  const run = async () => {
    shop.shop.nightlyBackups.wake();
    await shop.shop.nightlyBackups.settled();
    return (await shop.call('getBackups', { token })).body.backups.runs;
  };
  const needs = async () => (await shop.call('listNeeds', { token })).body.needs;
  // A file is where the folder should be.
  await writeFile(folder, '');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await run()).toMatchObject([
      { state: 'failed', isRehearsed: false, error: expect.stringContaining('it must be a directory') },
    ]);
    expect(await needs()).toHaveLength(attempt < 3 ? 0 : 1);
    shop.passTime(hour);
  }
  expect(await needs()).toMatchObject([{ kind: 'backup', path: '/admin/settings/backups' }]);
  await rm(folder);
  expect(await run()).toMatchObject([{ state: 'done', isRehearsed: true }]);
  expect(await needs()).toEqual([]);
});

it('Owners learn that a nightly backup could not be restored, and when the last good one was made', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  await using shop = await openTestShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    environment: { ...environment, BACKUP_TO: folderOf(directory) },
    clock: () => morning,
  });
  const { token } = await shop.admin();
  const runOf = (night: string, hoursAgo: number, error: string) => ({
    night,
    state: 'done' as const,
    error,
    tries: 1,
    started_at: morning - hoursAgo * hour,
    finished_at: morning - hoursAgo * hour,
    next_at: morning,
    bytes: 1,
    row_count: 1,
    media_count: 0,
    missing_count: 0,
  });
  const runs = [runOf('2026-11-22', 26, ''), runOf('2026-11-23', 2, 'A table has fewer rows.')];
  await shop.shop.database.write((tx) => tx.insertInto('backup_runs').values(runs).execute());
  expect((await shop.call('listNeeds', { token })).body.needs).toMatchObject([
    {
      kind: 'backup',
      since: new Date(morning - 26 * hour).toISOString(),
      otherwise: expect.stringContaining('It could not be restored: A table has fewer rows.'),
    },
  ]);
});

it('Nightly backups to a bucket are tried again after the bucket refused one', { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  const store = await openObjectStore(join(directory, 'bucket'));
  await using shop = await openTestShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    environment: { ...environment, BACKUP_TO: store.mediaUrl },
    clock: () => morning,
  });
  const owner = await shop.admin();
  const run = async () => {
    shop.shop.nightlyBackups.wake();
    await shop.shop.nightlyBackups.settled();
    return (await shop.call('getBackups', { token: owner.token })).body.backups;
  };
  store.behaviour = 'refusing';
  expect((await run()).runs).toMatchObject([{ state: 'failed', error: expect.stringContaining('object store') }]);
  store.behaviour = 'well';
  shop.passTime(hour);
  expect(await run()).toMatchObject({ to: 'bucket', runs: [{ state: 'done', isRehearsed: true }] });
  expect(await store.objects()).toEqual([expect.stringMatching(/^lacquer-[\d-]{10}\.tar\.age$/)]);
  await store.close();
});

onEachEngine('A shop without BACKUP_TO', (shop) => {
  it('makes no backup by itself, and says so', async () => {
    const owner = await shop.admin();
    shop.shop.nightlyBackups.wake();
    await shop.shop.nightlyBackups.settled();
    const { backups } = (await shop.call('getBackups', { token: owner.token })).body;
    expect(backups).toEqual({ to: null, kept: null, nextAt: null, runs: [] });
  });
});

it.each([
  [{ BACKUP_TO: '/backups' }, 'BACKUP_TO needs BACKUP_PASSPHRASE beside it: nightly backups are encrypted'],
  [{ ...environment, BACKUP_TO: 'https://bucket.example' }, 'BACKUP_TO must be a folder or start with s3://'],
  [{ ...environment, BACKUP_TO: '/backups', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a number from 1 to 999'],
  [{ ...environment, BACKUP_TO: 's3://host/bucket' }, 'BACKUP_TO needs KEY:SECRET@'],
])('A wrong setting of nightly backups stops the start: %o', (settings, words) => {
  expect(() => parseSettings(settings)).toThrow(words);
});
