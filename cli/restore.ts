// `./lacquer restore FILE [--key KEYFILE] [--identity FILE]`: restores a backup into an empty database of either engine, and its pictures
// into DATA_DIR or MEDIA_URL. KEYFILE, saved by `./lacquer backup`, becomes the shop's key of the card fields.
// An encrypted backup needs BACKUP_PASSPHRASE, or a file of age identities (--identity).
// Exit codes: 0 restored, 1 nothing was restored, 2 restored, but the data violates an invariant (cli/invariants.ts), as
// it already did when the backup was made.
import { parseArgs } from 'node:util';
import { cardKeyLocation, importCardKeys, readKeysToImport } from '#server/features/accounts/accounts.ts';
import { restoreBackup } from '#server/features/backups/restore-backup.ts';
import { createFileStorage } from '#server/features/media/media.ts';
import { parseSettings } from '#server/settings.ts';
import { checkDatabase } from './invariants.ts';
import { runCommand, UsageError } from './run-command.ts';

/** Returns the exit code. */
export const main = (words: string[]) => runCommand(() => restore(words));

async function restore(args: string[]): Promise<number> {
  const { file, keyFile, identityFile } = parseArguments(args);
  const settings = parseSettings(process.env);
  // Read before anything is written: if the key were refused later, the restore could not be repeated into the same database.
  const keys = keyFile === undefined ? null : readKeysToImport(settings, keyFile);
  const { createdAt, tables, media, missing } = await restoreBackup(settings, file, undefined, {
    identityFile,
    passphrase: settings.backupPassphrase,
  });
  for (const { name, rows } of tables) console.log(`${name}: ${rows}`);
  console.log(`Restored as of ${new Date(createdAt).toISOString()}: every row compared, ${media.length} media files.`);
  console.log('All sessions have ended, and so have the links of emails that reset a password or confirm an address.');
  console.log(
    'Certificates that were issued after the backup was made are lost. Their numbers are skipped, so no other certificate gets them.',
  );
  console.log(
    'Passwords are those of the backup: whoever has changed theirs since needs the former one, or a new link.',
  );
  if (keys) importCardKeys(settings, keys);
  else console.log(`Before you start the shop, restore its key of the card fields: ${cardKeyLocation(settings)}.`);
  for (const name of missing) console.error(`MISSING already before the backup: media/${name}.`);
  const violations = await checkDatabase(settings.database, createFileStorage(settings));
  for (const violation of violations) console.error(violation);
  return violations.length > 0 ? 2 : 0;
}

function parseArguments(args: string[]): { file: string; keyFile: string | undefined; identityFile: string | null } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' }, identity: { type: 'string' } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new Error('exactly one FILE is needed.');
    return { file, keyFile: values.key, identityFile: values.identity ?? null };
  } catch (error) {
    throw new UsageError(
      `Usage: ./lacquer restore FILE [--key KEYFILE] [--identity FILE]; ${error instanceof Error ? error.message : ''}`,
    );
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
