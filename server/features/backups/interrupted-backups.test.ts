import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { isRefusal } from '#contract/errors.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import { openObjectStore } from '#server/testing/object-store.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { createBackupProcess } from './backup-process.ts';
import { makeNightlyBackup } from './make-nightly-backup.ts';
import { createNightlyBackups } from './nightly-backups.ts';

const environment = { BACKUP_PASSPHRASE: 'four words of a list' };
let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
});

async function openShopWith(backupTo: string) {
  const databaseUrl = `file:${directory}/shop.db`;
  const shop = await openTestShop({ databaseUrl, directory, environment: { ...environment, BACKUP_TO: backupTo } });
  const { settings } = shop.shop;
  if (!settings.nightlyBackups) throw new Error('BACKUP_TO is set');
  const request = { ...settings, nightlyBackups: settings.nightlyBackups, night: '2026-11-23', now: Date.now() };
  const { make, end } = createBackupProcess();
  const { call, admin } = shop;
  return {
    shop: shop.shop,
    call,
    admin,
    make: () => make(request),
    /** Makes it in this process, which takes less time. */
    makeHere: () => makeNightlyBackup(request),
    end,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}

it('The next backup removes the copy that a shop left when it was stopped while sending a backup to a bucket', {
  timeout: 120_000,
}, async () => {
  const store = await openObjectStore(join(directory, 'bucket'));
  await using shop = await openShopWith(store.mediaUrl);
  const incoming = () => readdir(join(directory, 'incoming'));
  store.behaviour = 'hanging';
  const interrupted = expect(shop.make()).rejects.toThrow('the process that makes the backup was ended by the shop');
  await vi.waitFor(() => expect(store.asked).toEqual(['PUT lacquer-2026-11-23.tar.age']), { timeout: 60_000 });
  shop.end();
  await interrupted;
  expect(await incoming()).toHaveLength(1);
  store.behaviour = 'well';
  await shop.makeHere();
  expect(await incoming()).toEqual([]);
  await store.close();
});

it('A nightly backup that is killed says by what, and leaves nothing in DATA_DIR and in the folder of the backups', {
  timeout: 120_000,
}, async () => {
  const folder = join(directory, 'backups');
  await using shop = await openShopWith(folder);
  const { nightlyBackups } = shop.shop;
  await writeFile(join(directory, 'backup-in-the-making-letters'), 'of the owner');
  nightlyBackups.wake();
  await vi.waitFor(() => expect(killBackups()).toBe(1), { timeout: 60_000, interval: 20 });
  await nightlyBackups.settled();
  const [run] = (await shop.call('getBackups', { token: (await shop.admin()).token })).body.backups.runs;
  expect(run).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('killed by SIGKILL: probably out of memory'),
  });
  const left = await readdir(directory);
  expect(left.filter((name) => name.includes('in-the-making'))).toEqual(['backup-in-the-making-letters']);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

/** Kills backups of this process that have begun to write. Returns how many. */
function killBackups(): number {
  const begun = readdirSync(directory).flatMap((name) => /^backup-in-the-making-\w+-(\d+)-/.exec(name)?.[1] ?? []);
  const processes = [...new Set(begun)];
  for (const id of processes) process.kill(Number(id), 'SIGKILL');
  return processes.length;
}

it('A start removes at once what a killed backup and a killed restore left', async () => {
  const folder = join(directory, 'backups');
  const [machine, , , ...rest] = temporaryFileName().split('-');
  const ofDead = [machine, 4_194_305, '00000000', ...rest].join('-');
  const paths = [`backup-in-the-making-${ofDead}`, `restore-in-the-making-${ofDead}`, `backups/incoming/${ofDead}`];
  for (const path of paths) await mkdir(join(directory, path, 'media'), { recursive: true });
  await using shop = await openTestShop({
    databaseUrl: `file:${directory}/shop.db`,
    directory,
    environment: { ...environment, BACKUP_TO: folder },
    replace: (opened) => ({
      nightlyBackups: createNightlyBackups(opened.settings, () => opened, {
        make: makeNightlyBackup,
        end: () => undefined,
      }),
    }),
  });
  shop.shop.nightlyBackups.wake();
  await vi.waitFor(() => expect(paths.filter((path) => existsSync(join(directory, path)))).toEqual([]), {
    timeout: 5_000,
  });
  await shop.shop.nightlyBackups.settled();
});

it('A nightly backup takes no second copy of the media', { timeout: 120_000 }, async () => {
  await using shop = await openShopWith(join(directory, 'backups'));
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const kept = await shop.shop.media.keepPicture(picture);
  if (isRefusal(kept)) throw new Error(kept.message);
  const name = kept.url.replace('/media/', 'media/');
  const copies = new Set<string>();
  const watch = setInterval(() => {
    for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
      if (path.includes('in-the-making') && path.endsWith(name)) {
        const status = statSync(join(directory, path), { throwIfNoEntry: false });
        if (status && status.nlink < 2 && status.size > 0) copies.add(path);
      }
  }, 2);
  const made = await shop.make();
  clearInterval(watch);
  expect(made).toMatchObject({ media: 1, missing: 0, rehearsalError: '' });
  expect([...copies]).toEqual([]);
});

it('The next backup to a folder removes copies of dead processes and old ones of other machines, and nothing else', {
  timeout: 120_000,
}, async () => {
  await using shop = await openShopWith(join(directory, 'backups'));
  const folder = join(directory, 'backups', 'incoming');
  const [machine, , , ...rest] = temporaryFileName().split('-');
  const nameOf = (parts: (string | number | undefined)[]) => [...parts, ...rest].join('-');
  const ofLiveProcess = nameOf([machine, process.ppid, '00000000']);
  const ofDeadProcess = nameOf([machine, 4_194_305, '00000000']);
  const [ofOtherMachine, ofOtherMachineLongAgo] = ['0', '1'].map((digit) => nameOf([digit.repeat(12), 1, '00000000']));
  await mkdir(folder, { recursive: true });
  const all = [ofLiveProcess, ofDeadProcess, ofOtherMachine, ofOtherMachineLongAgo, 'letters.pdf'];
  for (const name of all) await writeFile(join(folder, String(name)), '');
  for (const name of [ofOtherMachineLongAgo, 'letters.pdf']) await utimes(join(folder, String(name)), 0, 0);
  await shop.makeHere();
  expect((await readdir(folder)).toSorted()).toEqual([ofLiveProcess, ofOtherMachine, 'letters.pdf'].toSorted());
});
