import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBackup } from '#server/features/backups/make-backup.ts';
import type { Settings } from '#server/settings.ts';
import { otherShopsOf } from '#server/testing/filled-shop.ts';
import { runHere, runProgram } from '#server/testing/programs.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('./lacquer restore', (shop) => {
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
    expect(await restore(runHere, other, backup, '--key', missing)).toEqual({
      code: 1,
      output: `${missing} does not exist.\n`,
    });
    const refusal = `${noKey} is not a key: it must hold 64 hex digits.\n`;
    expect(await restore(runHere, other, backup, '--key', noKey)).toEqual({ code: 1, output: refusal });
    const { code, output } = await restore(runProgram, other, backup, '--key', key);
    expect(code, output).toBe(0);
    expect(output).toContain('listings: 1\n');
    expect(await readFile(join(other.dataDirectory, 'card.key'), 'utf8')).toBe(await readFile(key, 'utf8'));
  });
});

function restore(run: typeof runProgram, { database, dataDirectory }: Settings, ...args: string[]) {
  const databaseUrl = database.engine === 'sqlite' ? `file:${database.file}` : database.url;
  return run('cli/restore.ts', args, { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory });
}
