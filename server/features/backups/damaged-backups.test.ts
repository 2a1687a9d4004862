import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { create, extract } from 'tar';
import { expect, it } from 'vitest';
import { shopMigrations } from '#server/platform/database/migrate.ts';
import { fillShop, otherShopsOf } from '#server/testing/filled-shop.ts';
import { onSqlite } from '#server/testing/shop.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

onSqlite('A damaged backup', (shop) => {
  const createOtherSettings = otherShopsOf(shop);

  it('is refused before anything is written', async () => {
    await fillShop(shop);
    const whole = join(shop.directory, 'kept.tar');
    await makeBackup(shop.shop.settings, whole, 1);
    const other = await createOtherSettings(shop.engine);
    for (const [what, damage, sentence] of damages) {
      const damaged = join(shop.directory, `${what}.tar`);
      await copyFile(whole, damaged);
      await damage(damaged, join(shop.directory, `${what} unpacked`));
      await expect(restoreBackup(other, damaged), what).rejects.toThrow(sentence);
      expect(existsSync(join(other.dataDirectory, 'media')), what).toBe(false);
    }
    await restoreBackup(other, whole);
  });
});

const latestMigration = Object.keys(shopMigrations).at(-1) ?? '';

type Damage = (file: string, unpacked: string) => Promise<void>;

const damages: [what: string, damage: Damage, sentence: RegExp][] = [
  [
    'a row',
    changing('tables/listings.jsonl.gz', swap('Moon', 'Noon')),
    /tables\/listings.jsonl.gz has its rows are not/,
  ],
  ['a number', changing('tables/listings.jsonl.gz', swap(',10000,', ',10001,')), /price_cents sums to/],
  ['a missing row', changing('tables/users.jsonl.gz', (text) => text.slice(text.indexOf('\n') + 1)), /rows instead of/],
  ['a table that is no text', replacing('tables/users.jsonl.gz', Buffer.from('x')), /users.jsonl.gz cannot be read/],
  ['a picture', replacing('media', Buffer.from('x')), /has another hash/],
  ['a missing table', removing('tables/holds.jsonl.gz'), /tables\/holds.jsonl.gz is not in it/],
  [
    'the list of contents',
    changing('manifest.json', swap(latestMigration, latestMigration.toUpperCase())),
    /Its list of contents is damaged/,
  ],
  ['a missing list of contents', removing('manifest.json'), /is no backup of the shop/],
  ['an unexpected file', adding('tables/../../stranger'), /is no backup of the shop/],
  ['a missing end', (file) => cutting(file), /damaged|not whole|no backup/],
  ['no tar file at all', (file) => writeFile(file, 'Dear diary'), /no backup of the shop/],
];

function swap(from: string, to: string) {
  return (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
}

function changing(name: string, change: (text: string) => string): Damage {
  return repacking(async (unpacked) => {
    const path = join(unpacked, name);
    const bytes = await readFile(path);
    const isPacked = name.endsWith('.gz');
    const changed = change((isPacked ? gunzipSync(bytes) : bytes).toString());
    await writeFile(path, isPacked ? gzipSync(changed) : changed);
  });
}

/** Replaces the content of a file; the name `media` stands for one of the pictures. */
function replacing(name: string, bytes: Buffer): Damage {
  return repacking(async (unpacked) => {
    const [picture = ''] = (await readdir(join(unpacked, 'media'), { recursive: true })).filter((path) =>
      /\./.test(path),
    );
    await writeFile(join(unpacked, name === 'media' ? join('media', picture) : name), bytes);
  });
}

function removing(name: string): Damage {
  return repacking((unpacked) => rm(join(unpacked, name)));
}

function adding(name: string): Damage {
  return repacking((unpacked) => writeFile(join(unpacked, name.replaceAll('/', '_')), 'stranger'));
}

async function cutting(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 4_096));
}

function repacking(change: (unpacked: string) => Promise<void>): Damage {
  return async (file, unpacked) => {
    await mkdir(unpacked);
    await extract({ file, cwd: unpacked });
    await change(unpacked);
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    await create(
      { file, cwd: unpacked, portable: true },
      paths.map((path) => path.slice(unpacked.length + 1)),
    );
  };
}
