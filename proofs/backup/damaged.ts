import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from '#server/features/backups/backup-refused.ts';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { parseSettings } from '#server/settings.ts';
import type { Run } from '../proof.ts';

/** Parts of a backup, a byte of which is changed. */
const kinds = { 'the list of contents': 'manifest.json', 'a table': 'tables/orders.', 'a picture': 'media/' };

/** The backup again and again, each time with one other byte in it: it must be refused, not restored. A sentence for each that is not. */
export async function restoredThoughDamaged(file: string, run: Pick<Run, 'seed' | 'directory' | 'newDatabase'>) {
  const whole = await readFile(file);
  const random = createRandom(run.seed);
  const violations: string[] = [];
  for (const [what, name] of Object.entries(kinds)) {
    const part = partOf(whole, name);
    if (!part) {
      violations.push(`The backup has no part that is ${what}.`);
      continue;
    }
    // In the middle: gzip writes the time at the beginning of a table, and nothing reads it.
    const place = part.begin + Math.floor(part.size / 4) + random.below(Math.ceil(part.size / 2));
    const damaged = Buffer.from(whole);
    damaged[place] = (damaged[place] ?? 0) ^ (1 << random.below(7));
    const copy = join(run.directory, 'damaged.tar');
    await writeFile(copy, damaged);
    const fault = await faultOf(copy, await run.newDatabase('sqlite'), join(run.directory, 'damaged'));
    if (fault) violations.push(`With ${what} damaged (byte ${place}, seed ${run.seed}) ${fault}`);
  }
  return violations;
}

async function faultOf(file: string, databaseUrl: string, directory: string): Promise<string | null> {
  try {
    await restoreBackup(parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory }), file);
    return 'it was restored.';
  } catch (error) {
    return error instanceof BackupRefused ? null : `it was not refused, but failed: ${error}`;
  }
}

/** Where the content of the first file whose name begins so is in a tar archive. */
function partOf(archive: Buffer, name: string): { begin: number; size: number } | null {
  const block = 512;
  let at = archive.indexOf(name);
  // The list of contents has the names, too.
  while (at >= 0 && at % block !== 0) at = archive.indexOf(name, at + 1);
  return at < 0
    ? null
    : { begin: at + block, size: Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8) };
}
