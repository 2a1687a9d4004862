// `npm run backup`: the whole shop of this moment in one file, while it sells.
//
//   npm run backup                                   into backup-<time>.tar here
//   npm run backup -- FILE [--with-key KEYFILE]      into a new file; the key of the card fields into another one, mode 600
//
// Reads the shop's settings (DATABASE_URL, DATA_DIR, MEDIA_URL …). Exits with 0, with 1 where nothing was made, with 2 where files that
// the shop names are lost and the rest was saved.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cardKeyLocation, writeCardKey } from '#server/features/accounts/accounts.ts';
import { makeBackup } from '#server/features/backups/make-backup.ts';
import type { Manifest } from '#server/features/backups/manifest.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { BadWords, exitCodeOf } from './owner-program.ts';

process.exitCode = await exitCodeOf(() => backUp(process.argv.slice(2)));

async function backUp(words: string[]): Promise<number> {
  const now = Date.now();
  const { file, keyFile } = parseWords(words, now);
  const settings = parseSettings(process.env);
  const manifest = await makeBackup(settings, file, now);
  console.log(`${resolve(file)}: ${contentsOf(manifest)}.`);
  sayOfKey(settings, keyFile);
  for (const name of manifest.missing) console.error(`LOST: media/${name} is named by the shop and is not there.`);
  return manifest.missing.length > 0 ? 2 : 0;
}

function parseWords(words: string[], now: number): { file: string; keyFile: string | undefined } {
  try {
    const options = { 'with-key': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
    if (positionals.length > 1) throw new Error('One FILE at most.');
    const named = `backup-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.tar`;
    return { file: positionals[0] ?? named, keyFile: values['with-key'] };
  } catch (error) {
    throw new BadWords(`npm run backup -- [FILE] [--with-key KEYFILE]: ${error instanceof Error ? error.message : ''}`);
  }
}

function contentsOf({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${media.length} files of pictures`;
}

function sayOfKey(settings: Settings, keyFile: string | undefined): void {
  if (keyFile !== undefined && writeCardKey(settings, keyFile))
    console.log(`${resolve(keyFile)}: the key of the card fields. Keep it apart from the backup.`);
  else
    console.log(
      `Not in it: the key of the card fields, ${cardKeyLocation(settings)}. Keep it, and apart from the backup.`,
    );
}
