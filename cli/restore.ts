// `npm run restore`: puts a backup into an empty database of either engine, and its pictures to where the settings
// keep them (DATA_DIR, or MEDIA_URL).
//
//   npm run restore -- FILE [--key KEYFILE]     KEYFILE: the key, saved separately; becomes the shop's
//
// Reads the shop's settings (DATABASE_URL, DATA_DIR, MEDIA_URL …). Exits with 0, with 1 where nothing was restored, with 2 where what was
// restored violates an invariant (cli/invariants.ts), as it did when it was made.
import { parseArgs } from 'node:util';
import { cardKeyLocation, importCardKey } from '#server/features/accounts/accounts.ts';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { createFileStorage } from '#server/features/media/media.ts';
import { parseSettings } from '#server/settings.ts';
import { checkBeside } from './invariants.ts';
import { BadWords, exitCodeOf } from './owner-program.ts';

process.exitCode = await exitCodeOf(() => restore(process.argv.slice(2)));

async function restore(words: string[]): Promise<number> {
  const { file, keyFile } = parseWords(words);
  const settings = parseSettings(process.env);
  const { createdAt, tables, media, missing } = await restoreBackup(settings, file);
  for (const { name, rows } of tables) console.log(`${name}: ${rows}`);
  console.log(
    `Restored as of ${new Date(createdAt).toISOString()}: every row compared, ${media.length} files of pictures.`,
  );
  if (keyFile !== undefined) importCardKey(settings, keyFile);
  else console.log(`Before the shop opens, put its key of the card fields into ${cardKeyLocation(settings)}.`);
  for (const name of missing) console.error(`LOST before the backup: media/${name}.`);
  const violations = await checkBeside(settings.database, createFileStorage(settings));
  for (const violation of violations) console.error(violation);
  return violations.length > 0 ? 2 : 0;
}

function parseWords(words: string[]): { file: string; keyFile: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { key: { type: 'string' } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new Error('one FILE.');
    return { file, keyFile: values.key };
  } catch (error) {
    throw new BadWords(`npm run restore -- FILE [--key KEYFILE]: ${error instanceof Error ? error.message : ''}`);
  }
}
