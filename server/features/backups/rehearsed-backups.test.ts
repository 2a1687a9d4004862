import { truncateSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { makeNightlyBackup } from './make-nightly-backup.ts';

onEachEngine('The rehearsal of a nightly backup', (shop) => {
  it('finds that the disk of the folder has damaged the stored file', { timeout: 60_000 }, async () => {
    const directory = join(shop.directory, 'backups');
    const nightlyBackups = { place: { directory }, passphrase: 'four words of a list', workFactor: 10, kept: 1 };
    const backUp = (night: string) => makeNightlyBackup({ ...shop.shop.settings, nightlyBackups, night, now: 1 });
    expect(await backUp('2026-11-23')).toMatchObject({ rehearsalError: '' });
    using _cut = cuttingOff(directory, 'lacquer-2026-11-24.tar.age');
    expect(await backUp('2026-11-24')).toMatchObject({
      rehearsalError: expect.stringMatching(
        /lacquer-2026-11-24\.tar\.age cannot be decrypted: it is damaged or not whole\.$/,
      ),
    });
  });
});

/** Cuts the file off as soon as it is stored under its name. */
function cuttingOff(directory: string, name: string): Disposable {
  const watcher = watch(directory, (_, changed) => {
    if (changed !== name) return;
    watcher.close();
    truncateSync(join(directory, name), 1_000);
  });
  return { [Symbol.dispose]: () => watcher.close() };
}
