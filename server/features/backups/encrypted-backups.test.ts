import { existsSync } from 'node:fs';
import { open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, expect, it } from 'vitest';
import { parseSettings } from '#server/settings.ts';
import { onSqlite } from '#server/testing/shop.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

onSqlite('An encrypted backup', (shop) => {
  const none = { identityFile: null, passphrase: null };
  const passphrase = 'four words of a list';
  let identityFile = '';
  let recipient = '';
  const file = () => join(shop.directory, 'kept.tar.age');
  const otherSettings = (name: string) =>
    parseSettings({
      DATABASE_URL: `file:${join(shop.directory, name)}/shop.db`,
      DATA_DIR: join(shop.directory, name),
    });
  const backUp = (lock: Parameters<typeof makeBackup>[3]) => makeBackup(shop.shop.settings, file(), 1, lock);
  beforeEach(async () => {
    const identity = await generateX25519Identity();
    recipient = await identityToRecipient(identity);
    identityFile = join(shop.directory, 'identity.txt');
    await writeFile(identityFile, `# created: today\n# public key: ${recipient}\n${identity}\n`);
    await shop.listing('Moon');
    await shop.customer('Anna');
  });

  it('is restored with an identity, and nothing in it can be read without one', async () => {
    const another = await identityToRecipient(await generateX25519Identity());
    const kept = await backUp({ recipients: [another, recipient] });
    const bytes = await readFile(file());
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    for (const text of ['manifest.json', 'anna@example.com', 'tables/']) expect(bytes.includes(text)).toBe(false);
    expect(await restoreBackup(otherSettings('new'), file(), undefined, { ...none, identityFile })).toEqual(kept);
    expect((await readdir(join(shop.directory, 'new'))).filter((name) => name.includes('making'))).toEqual([]);
  });

  it('is restored with its passphrase, and refused with a wrong one', async () => {
    const kept = await backUp({ passphrase, workFactor: 10 });
    const settings = otherSettings('new');
    await expect(restoreBackup(settings, file(), undefined, { ...none, passphrase: 'another one' })).rejects.toThrow(
      /^\S+kept\.tar\.age cannot be decrypted: the passphrase is wrong\.$/,
    );
    expect(existsSync(join(shop.directory, 'new', 'shop.db'))).toBe(false);
    expect(await restoreBackup(settings, file(), undefined, { ...none, passphrase })).toEqual(kept);
  });

  it('is refused without a key, and with an identity that does not fit', async () => {
    await backUp({ recipients: [recipient] });
    const settings = otherSettings('new');
    await expect(restoreBackup(settings, file())).rejects.toThrow('is encrypted: give its passphrase');
    const other = join(shop.directory, 'other.txt');
    await writeFile(other, await generateX25519Identity());
    await expect(restoreBackup(settings, file(), undefined, { ...none, identityFile: other })).rejects.toThrow(
      'no identity in',
    );
    await writeFile(other, 'something else');
    await expect(restoreBackup(settings, file(), undefined, { ...none, identityFile: other })).rejects.toThrow(
      'has a line that is no age identity',
    );
    expect(existsSync(join(shop.directory, 'new', 'shop.db'))).toBe(false);
  });

  it('is refused before anything is changed when it is cut or damaged', async () => {
    await backUp({ recipients: [recipient] });
    const { length } = await readFile(file());
    const settings = otherSettings('new');
    const keys = { ...none, identityFile };
    const handle = await open(file(), 'r+');
    const last = (await handle.read(Buffer.alloc(1), 0, 1, length - 1)).buffer;
    await handle.write(Buffer.of((last[0] ?? 0) ^ 1), 0, 1, length - 1);
    await handle.close();
    await expect(restoreBackup(settings, file(), undefined, keys)).rejects.toThrow('damaged or not whole');
    for (const size of [length - 1, Math.floor(length / 2), 250, 100]) {
      await truncate(file(), size);
      await expect(restoreBackup(settings, file(), undefined, keys), `${size} bytes`).rejects.toThrow(
        'damaged or not whole',
      );
    }
    expect(existsSync(join(shop.directory, 'new', 'shop.db'))).toBe(false);
    expect(existsSync(join(shop.directory, 'new', 'media'))).toBe(false);
  });

  it('is not made for an invalid recipient', async () => {
    await expect(backUp({ recipients: ['age1nobody'] })).rejects.toThrow('age1nobody is no age recipient');
    expect(existsSync(file())).toBe(false);
  });
});
