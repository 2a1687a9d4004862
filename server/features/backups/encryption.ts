import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import { BackupRefused } from './backup-refused.ts';

/** What a backup is encrypted with (decision 0031): recipients (`age1…`), or a passphrase. */
export type BackupLock =
  | { recipients: readonly string[] }
  /** `workFactor`: see `usualWorkFactor`. Tests lower it. */
  | { passphrase: string; workFactor?: number | undefined };

/** What can decrypt a backup: a file of age identities (`AGE-SECRET-KEY-…`), a passphrase, or both. */
export interface BackupKeys {
  identityFile: string | null;
  passphrase: string | null;
}

/**
 * The binary logarithm of scrypt's cost: each derivation of the key needs 64 MB, so that a server of 512 MB has room for it (decision
 * 0031). Files with a higher one, such as age's own 18, can still be restored.
 */
const usualWorkFactor = 16;

/** Creates the encrypter for this lock. Throws BackupRefused for an invalid recipient. */
export async function createEncrypter(lock: BackupLock): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if ('passphrase' in lock) {
    encrypter.setPassphrase(lock.passphrase);
    encrypter.setScryptWorkFactor(lock.workFactor ?? usualWorkFactor);
  } else for (const recipient of lock.recipients) addRecipient(recipient);
  return encrypter;

  function addRecipient(recipient: string): void {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupRefused(`${recipient} is no age recipient: it begins with age1 and comes from age-keygen.`);
    }
  }
}

/** Encrypts `source` in the age format. */
export async function encrypt(source: Readable, encrypter: Encrypter): Promise<Readable> {
  return nodeStream(await encrypter.encrypt(webStream(source)));
}

const magic = 'age-encryption.org/v1\n';

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === magic;
  } finally {
    await handle.close();
  }
}

/** The decrypted content. Throws BackupRefused if no key fits; the stream fails with BackupRefused where the file is damaged or cut. */
export async function decrypt(file: string, keys: BackupKeys): Promise<Readable> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (keys.passphrase !== null) decrypter.addPassphrase(keys.passphrase);
  for (const identity of await readIdentities(keys)) addIdentity(identity);
  if (keys.passphrase === null && keys.identityFile === null)
    throw new BackupRefused(`${file} is encrypted: give its passphrase in BACKUP_PASSPHRASE, or --identity FILE.`);
  const source = createReadStream(file);
  const refused = (error: unknown) => new BackupRefused(`${file} cannot be decrypted: ${reasonOf(error, keys)}`);
  try {
    const decrypted = nodeStream(await decrypter.decrypt(webStream(source)));
    return Readable.from(chunksOf(decrypted, refused), { objectMode: false });
  } catch (error) {
    source.destroy();
    throw refused(error);
  }

  function addIdentity(identity: string): void {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupRefused(`${keys.identityFile} has a line that is no age identity.`);
    }
  }
}

async function* chunksOf(stream: Readable, toError: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw toError(error);
  }
}

async function readIdentities({ identityFile }: BackupKeys): Promise<string[]> {
  if (identityFile === null) return [];
  const text = await readFile(identityFile, 'utf8').catch(() => {
    throw new BackupRefused(`${identityFile} cannot be read.`);
  });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function reasonOf(error: unknown, { identityFile }: BackupKeys): string {
  if (!(error instanceof Error) || !error.message.startsWith('no identity matched'))
    return 'it is damaged or not whole.';
  return identityFile === null ? 'the passphrase is wrong.' : `no identity in ${identityFile} and no passphrase fits.`;
}

// The types of web streams in lib.dom and in node:stream/web are different names for the same classes.
const webStream = (source: Readable) => Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>;
const nodeStream = (source: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(source as ReadableStream);
