import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { syncPath } from '#server/platform/files/sync-path.ts';
import type { Settings } from '#server/settings.ts';
import { selectSealedFields } from './accounts.queries.ts';
import { type CardCipher, createCardCipher } from './card-cipher.ts';

/**
 * Returns the key of the card fields: CARD_KEY, else the file `card.key` in the data directory, which the first start creates.
 * Several processes that start together create one file. Machines that share a database need CARD_KEY, because their data
 * directories differ. Throws StartRefused when the database has card data and the key is missing or another one.
 */
export async function loadCardKey(
  settings: Pick<Settings, 'cardKey' | 'dataDirectory'>,
  database: Database,
  randomBytes: (count: number) => Buffer,
): Promise<Buffer> {
  const file = cardKeyFile(settings);
  const sealed = await selectSealedFields(database.read);
  const known = settings.cardKey ?? readKey(file);
  if (!known && sealed.length > 0) {
    throw new StartRefused(`The database has card data, but its key is missing: put ${file} back, or set CARD_KEY.`);
  }
  const key = known ?? createKey(file, randomBytes);
  const cipher = createCardCipher(key, randomBytes);
  if (!sealed.every(({ userId, field, text }) => canDecrypt(cipher, userId, field, text))) {
    const source = settings.cardKey ? 'CARD_KEY' : file;
    throw new StartRefused(`${source} is not the key that the card data in the database was encrypted with.`);
  }
  return key;
}

/** A description of where the key is stored: the setting, or the path of the file. */
export function cardKeyLocation(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>): string {
  return settings.cardKey ? 'the setting CARD_KEY' : cardKeyFile(settings);
}

/**
 * Writes the shop's key to a new file with mode 600, to be stored apart from backups. Returns false if the shop has no key yet.
 * Throws StartRefused if the file exists or cannot be written.
 */
export function writeCardKey(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>, target: string): boolean {
  const key = settings.cardKey ?? readKey(cardKeyFile(settings));
  if (key) writeNewKey(target, key);
  return key !== null;
}

/** Stores the key in the file `source` as the shop's key. Throws StartRefused if the shop has another key already. */
export function importCardKey(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>, source: string): void {
  const key = readKey(source);
  if (!key) throw new StartRefused(`${source} does not exist.`);
  const known = settings.cardKey ?? readKey(cardKeyFile(settings));
  if (known?.equals(key)) return;
  if (known) throw new StartRefused(`${cardKeyLocation(settings)} is another key than ${source}.`);
  mkdirSync(settings.dataDirectory, { recursive: true });
  writeNewKey(cardKeyFile(settings), key);
}

function writeNewKey(file: string, key: Buffer): void {
  if (existsSync(file)) throw new StartRefused(`${file} is there already.`);
  try {
    writeDurably(file, `${key.toString('hex')}\n`);
    syncPath(dirname(file));
  } catch (error) {
    throw new StartRefused(`${file} cannot be written: ${codeOf(error)}`);
  }
}

const cardKeyFile = ({ dataDirectory }: Pick<Settings, 'dataDirectory'>) => join(dataDirectory, 'card.key');

function canDecrypt(cipher: CardCipher, ...sealed: Parameters<CardCipher['open']>): boolean {
  try {
    cipher.open(...sealed);
    return true;
  } catch {
    return false;
  }
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StartRefused(`${file} cannot be read: ${codeOf(error)}`);
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new StartRefused(`${file} is not a key: it must hold 64 hex digits.`);
  return Buffer.from(text, 'hex');
}

/**
 * Writes a new key to a temporary file and links it to its final name. The first process to link decides the key, and no
 * process reads a partial file.
 */
function createKey(file: string, randomBytes: (count: number) => Buffer): Buffer {
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeDurably(draft, `${randomBytes(32).toString('hex')}\n`);
    try {
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    syncPath(dirname(file));
  } catch (error) {
    throw new StartRefused(`${file} cannot be written: ${codeOf(error)}`);
  }
  const key = readKey(file);
  if (!key) throw new StartRefused(`${file} vanished while the shop was starting.`);
  return key;
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
