// `./lacquer backup [FILE] [--with-key KEYFILE] [--with-certificate-key KEYFILE] [--encrypt-to RECIPIENT …]`: writes a backup of
// the shop, which may be running. FILE must be new; by default it is backup-<time>.tar in the current folder, with .age at the end if it is
// encrypted: for age recipients (age1…), or with the passphrase in BACKUP_PASSPHRASE. --with-key writes the key of the card fields to its
// KEYFILE, --with-certificate-key the key that signs certificates.
// Exit codes: 0 complete, 1 no backup was made, 2 the backup was made but media files are missing.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cardKeyLocation, readCardKeys, writeCardKeys } from '#server/features/accounts/accounts.ts';
import type { BackupLock } from '#server/features/backups/encryption.ts';
import { makeBackup } from '#server/features/backups/make-backup.ts';
import type { Manifest } from '#server/features/backups/manifest.ts';
import { certificateKeyLocation, writeCertificateKey } from '#server/features/certificates/certificates.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { runCommand, UsageError } from './run-command.ts';

/** Returns the exit code. */
export const main = (words: string[]) => runCommand(() => backUp(words));

async function backUp(args: string[]): Promise<number> {
  const now = Date.now();
  const settings = parseSettings(process.env);
  const { file, keyFile, certificateKeyFile, lock } = parseArguments(args, settings, now);
  // Read before the backup: if the keys are replaced while it is made, its snapshot may need the earlier ones.
  const earlier = readCardKeys(settings);
  const manifest = await makeBackup(settings, file, now, lock);
  console.log(`${resolve(file)}: ${describe(manifest)}${lock === null ? '' : ', encrypted'}.`);
  handleKey(settings, keyFile, earlier);
  if (certificateKeyFile !== undefined) saveCertificateKey(settings, certificateKeyFile);
  for (const name of manifest.missing) console.error(`MISSING: media/${name} is used by the shop but does not exist.`);
  return manifest.missing.length > 0 ? 2 : 0;
}

interface Arguments {
  file: string;
  keyFile: string | undefined;
  certificateKeyFile: string | undefined;
  lock: BackupLock | null;
}

function parseArguments(args: string[], { backupPassphrase }: Settings, now: number): Arguments {
  try {
    const options = {
      'with-key': { type: 'string' },
      'with-certificate-key': { type: 'string' },
      'encrypt-to': { type: 'string', multiple: true },
    } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (positionals.length > 1) throw new Error('at most one FILE.');
    const lock = lockOf(values['encrypt-to'], backupPassphrase);
    const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
    const defaultName = `backup-${time}.tar${lock === null ? '' : '.age'}`;
    return {
      file: positionals[0] ?? defaultName,
      keyFile: values['with-key'],
      certificateKeyFile: values['with-certificate-key'],
      lock,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new UsageError(
      `Usage: ./lacquer backup [FILE] [--with-key KEYFILE] [--with-certificate-key KEYFILE] [--encrypt-to RECIPIENT …]; ${reason}`,
    );
  }
}

function lockOf(recipients: string[] | undefined, passphrase: string | null): BackupLock | null {
  if (recipients && passphrase !== null) throw new Error('either --encrypt-to or BACKUP_PASSPHRASE, not both.');
  if (recipients) return { recipients };
  return passphrase === null ? null : { passphrase };
}

function describe({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${tables.length} tables, ${media.length} media files`;
}

/** Writes the key to `keyFile` when one is given, and tells the owner where the key is. */
function handleKey(settings: Settings, keyFile: string | undefined, earlier: readonly Buffer[]): void {
  if (keyFile !== undefined && writeCardKeys(settings, keyFile, earlier))
    console.log(`${resolve(keyFile)}: the key of the card fields. Store it separately from the backup.`);
  else
    console.log(
      `The backup does not contain the key of the card fields, ${cardKeyLocation(settings)}. Store the key separately from the backup.`,
    );
}

function saveCertificateKey(settings: Settings, target: string): void {
  if (writeCertificateKey(settings, target))
    console.log(`${resolve(target)}: the key that signs certificates. Store it separately from the backup.`);
  else console.log(`The shop has no key that signs certificates: ${certificateKeyLocation(settings)} does not exist.`);
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
