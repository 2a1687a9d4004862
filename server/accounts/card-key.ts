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
import type { Database } from '#server/database/database.ts';
import { StartRefused } from '#server/database/failures.ts';
import { syncPath } from '#server/database/sync-path.ts';
import type { Settings } from '#server/settings.ts';
import { selectSealedFields } from './accounts.queries.ts';
import { type CardCipher, createCardCipher } from './card-cipher.ts';

/**
 * The key of the card fields: CARD_KEY, else `card.key` in the data directory, made on the first start. Processes that start
 * at once agree on one. Several machines on one database need CARD_KEY, as their data directories differ.
 * Throws StartRefused when the database has card data that this key does not open, or that no key was kept for.
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
  const key = known ?? makeKey(file, randomBytes);
  const cipher = createCardCipher(key, randomBytes);
  if (!sealed.every(({ userId, field, text }) => opens(cipher, userId, field, text))) {
    const source = settings.cardKey ? 'CARD_KEY' : file;
    throw new StartRefused(`${source} is not the key that the card data in the database was encrypted with.`);
  }
  return key;
}

/** Where the key is, in words: a setting or a file. */
export function cardKeyPlace(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>): string {
  return settings.cardKey ? 'the setting CARD_KEY' : cardKeyFile(settings);
}

/**
 * Writes the shop's key into a new file of mode 600, for keeping apart from its backups; false where the shop has none yet.
 * Throws StartRefused where the file is there already, or cannot be written.
 */
export function writeCardKey(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>, target: string): boolean {
  const key = settings.cardKey ?? readKey(cardKeyFile(settings));
  if (key) putKey(target, key);
  return key !== null;
}

/**
 * Makes the key that was kept in `source` the shop's own. Of no effect where the shop has that key already; throws StartRefused
 * where it has another one.
 */
export function bringCardKey(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>, source: string): void {
  const key = readKey(source);
  if (!key) throw new StartRefused(`${source} does not exist.`);
  const known = settings.cardKey ?? readKey(cardKeyFile(settings));
  if (known?.equals(key)) return;
  if (known) throw new StartRefused(`${cardKeyPlace(settings)} is another key than ${source}.`);
  mkdirSync(settings.dataDirectory, { recursive: true });
  putKey(cardKeyFile(settings), key);
}

function putKey(file: string, key: Buffer): void {
  if (existsSync(file)) throw new StartRefused(`${file} is there already.`);
  try {
    writeDurably(file, `${key.toString('hex')}\n`);
    syncPath(dirname(file));
  } catch (error) {
    throw new StartRefused(`${file} cannot be written: ${codeOf(error)}`);
  }
}

const cardKeyFile = ({ dataDirectory }: Pick<Settings, 'dataDirectory'>) => join(dataDirectory, 'card.key');

function opens(cipher: CardCipher, ...sealed: Parameters<CardCipher['open']>): boolean {
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

/** Written whole under a name of its own, then linked: whoever links first decides, and nobody reads half a key. */
function makeKey(file: string, randomBytes: (count: number) => Buffer): Buffer {
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
