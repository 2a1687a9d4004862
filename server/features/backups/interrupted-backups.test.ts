import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import { openObjectStore } from '#server/testing/object-store.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { createBackupProcess } from './backup-process.ts';

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
  return { make: () => make(request), end, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
}

it('The next backup removes the copy that a shop left when it was stopped while sending a backup to a bucket', {
  timeout: 120_000,
}, async () => {
  const store = await openObjectStore(join(directory, 'bucket'));
  await using shop = await openShopWith(store.mediaUrl);
  const incoming = () => readdir(join(directory, 'incoming'));
  store.behaviour = 'hanging';
  const interrupted = expect(shop.make()).rejects.toThrow('the process of the backup ended');
  await vi.waitFor(() => expect(store.asked).toEqual(['PUT lacquer-2026-11-23.tar.age']), { timeout: 60_000 });
  shop.end();
  await interrupted;
  expect(await incoming()).toHaveLength(1);
  store.behaviour = 'well';
  await shop.make();
  expect(await incoming()).toEqual([]);
  await store.close();
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
  await shop.make();
  expect((await readdir(folder)).toSorted()).toEqual([ofLiveProcess, ofOtherMachine, 'letters.pdf'].toSorted());
});
