import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBackup } from '#server/features/backups/make-backup.ts';
import type { Settings } from '#server/settings.ts';
import { otherShopsOf } from '#server/testing/filled-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { root } from '#server/testing/shop-process.ts';

onEachEngine('npm run restore', (shop) => {
  const elsewhere = otherShopsOf(shop);

  it('restores nothing when the file of --key is missing or contains no key, so that it can be run again', {
    timeout: 120_000,
  }, async () => {
    await shop.listing('Moon');
    const [backup, noKey, key] = ['kept.tar', 'no.key', 'kept.key'].map((name) => join(shop.directory, name)) as [
      string,
      string,
      string,
    ];
    await makeBackup(shop.shop.settings, backup, 1);
    await writeFile(noKey, 'Dear diary');
    await writeFile(key, `${'5'.repeat(64)}\n`);
    const other = await elsewhere(shop.engine);
    const missing = join(shop.directory, 'typo');
    expect(await restore(other, backup, '--key', missing)).toEqual([1, '', `${missing} does not exist.\n`]);
    const refusal = `${noKey} is not a key: it must hold 64 hex digits.\n`;
    expect(await restore(other, backup, '--key', noKey)).toEqual([1, '', refusal]);
    const [code, output, errors] = await restore(other, backup, '--key', key);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('listings: 1\n');
    expect(await readFile(join(other.dataDirectory, 'card.key'), 'utf8')).toBe(await readFile(key, 'utf8'));
  });
});

/** Runs the command. Returns its exit code, its output and its errors. */
function restore({ database, dataDirectory }: Settings, ...args: string[]): Promise<[unknown, string, string]> {
  const { promise, resolve } = Promise.withResolvers<[unknown, string, string]>();
  const databaseUrl = database.engine === 'sqlite' ? `file:${database.file}` : database.url;
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory };
  const program = join(root, 'cli', 'restore.ts');
  execFile(process.execPath, [program, ...args], { cwd: root, env }, (failure, output, errors) =>
    resolve([failure?.code ?? 0, output, errors]),
  );
  return promise;
}
