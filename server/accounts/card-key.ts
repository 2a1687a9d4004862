import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/database/database.ts';
import { StartRefused } from '#server/database/failures.ts';
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
  const file = join(settings.dataDirectory, 'card.key');
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
    mkdirSync(join(file, '..'), { recursive: true });
    writeDurably(draft, `${randomBytes(32).toString('hex')}\n`);
    try {
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    syncDirectory(join(file, '..'));
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

function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return; // cannot be opened there
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
