import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { renameSynced, syncPath, writeNewFileSync } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import { selectSealedFields } from './accounts.queries.ts';
import { type CardCipher, createCardCipher } from './card-cipher.ts';
import { lockCardKeyId, updateCardKeyId } from './card-key.queries.ts';
import { type CardKeys, cardKeyId, createCardKeys } from './card-keys.ts';

export type CardKeySettings = 'cardKey' | 'cardKeyNext' | 'dataDirectory';

/**
 * Returns the keys of the card fields: CARD_KEY, else the file `card.key` in the data directory, which the first start creates.
 * Several processes that start together create one file. Machines that share a database need CARD_KEY, because their data
 * directories differ. Throws StartRefused when the database has card data and the key is missing or another one.
 */
export async function loadCardKeys(
  settings: Pick<Settings, CardKeySettings>,
  database: Database,
  randomBytes: (count: number) => Buffer,
): Promise<CardKeys> {
  const file = cardKeyFile(settings);
  const sealed = await selectSealedFields(database.read);
  const [known, ...others] = readCardKeys(settings);
  if (!known && sealed.length > 0) {
    throw new StartRefused(`The database has card data, but its key is missing: put ${file} back, or set CARD_KEY.`);
  }
  const keys = createCardKeys([known ?? createKey(file, randomBytes), ...others], () => readCardKeys(settings));
  const cipher = createCardCipher(keys, randomBytes);
  if (!sealed.every(({ userId, field, text }) => canDecrypt(cipher, userId, field, text))) {
    const source = settings.cardKey ? 'CARD_KEY' : file;
    throw new StartRefused(`${source} is not the key that the card data in the database was encrypted with.`);
  }
  await database.write((tx) => nameKey(tx, keys, sealed.length > 0));
  return keys;
}

/** Stores in the database which key encrypts new card data, unless it already names one of `keys`. */
async function nameKey(tx: Writer, keys: CardKeys, hasCardData: boolean): Promise<void> {
  const named = await lockCardKeyId(tx);
  if (named !== '' && keys.find(named)) return;
  if (named !== '' && hasCardData)
    throw new StartRefused(
      'The key that new card data are encrypted with is missing: set CARD_KEY_NEXT, or put it back.',
    );
  await updateCardKeyId(tx, cardKeyId(keys.first));
}

/** The current keys: one, or two during a rotation, the new one last. Empty before the first start. */
export function readCardKeys(settings: Pick<Settings, CardKeySettings>): Buffer[] {
  const { cardKey, cardKeyNext } = settings;
  if (cardKey) return cardKeyNext ? [cardKey, cardKeyNext] : [cardKey];
  return readKeys(cardKeyFile(settings));
}

/** Replaces the key file atomically: after a crash it has either the old or the new content. */
export function replaceCardKeys(
  settings: Pick<Settings, 'dataDirectory'>,
  keys: readonly Buffer[],
  randomBytes: (count: number) => Buffer,
): void {
  const file = cardKeyFile(settings);
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    writeNewFileSync(draft, textOf(keys), 0o600);
    renameSynced(draft, file);
  } catch (error) {
    throw new StartRefused(`${file} cannot be written: ${codeOf(error)}`);
  }
}

/** A description of where the key is stored: the setting, or the path of the file. */
export function cardKeyLocation(settings: Pick<Settings, 'cardKey' | 'dataDirectory'>): string {
  return settings.cardKey ? 'the setting CARD_KEY' : cardKeyFile(settings);
}

/**
 * Writes the shop's keys to a new file with mode 600, to be stored apart from backups: the current ones, and those in `earlier`, which
 * were read before the backup. Returns false if the shop has no key yet. Throws StartRefused if the file exists or cannot be written.
 */
export function writeCardKeys(
  settings: Pick<Settings, CardKeySettings>,
  target: string,
  earlier: readonly Buffer[],
): boolean {
  const keys = [...earlier, ...readCardKeys(settings).filter((key) => !earlier.some((other) => other.equals(key)))];
  if (keys.length > 0) writeNewKeys(target, keys);
  return keys.length > 0;
}

/** The keys in the file `source`, for `importCardKeys`. Throws StartRefused if it has none, or if the shop has another key already. */
export function readKeysToImport(settings: Pick<Settings, CardKeySettings>, source: string): Buffer[] {
  const keys = readKeys(source);
  if (keys.length === 0) throw new StartRefused(`${source} does not exist.`);
  const known = readCardKeys(settings);
  if (known.length > 0 && !haveAll(known, keys))
    throw new StartRefused(`${cardKeyLocation(settings)} is another key than ${source}.`);
  return keys;
}

/** Stores the keys as the shop's, unless it has them already. */
export function importCardKeys(settings: Pick<Settings, CardKeySettings>, keys: readonly Buffer[]): void {
  if (haveAll(readCardKeys(settings), keys)) return;
  mkdirSync(settings.dataDirectory, { recursive: true });
  writeNewKeys(cardKeyFile(settings), keys);
}

const haveAll = (known: readonly Buffer[], keys: readonly Buffer[]) =>
  keys.every((key) => known.some((other) => other.equals(key)));

function writeNewKeys(file: string, keys: readonly Buffer[]): void {
  if (existsSync(file)) throw new StartRefused(`${file} is there already.`);
  try {
    writeNewFileSync(file, textOf(keys), 0o600);
    syncPath(dirname(file));
  } catch (error) {
    throw new StartRefused(`${file} cannot be written: ${codeOf(error)}`);
  }
}

const textOf = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('hex')}\n`).join('');

const cardKeyFile = ({ dataDirectory }: Pick<Settings, 'dataDirectory'>) => join(dataDirectory, 'card.key');

function canDecrypt(cipher: CardCipher, ...sealed: Parameters<CardCipher['open']>): boolean {
  try {
    cipher.open(...sealed);
    return true;
  } catch {
    return false;
  }
}

/** Reads a key file, which has one key in each line. Returns no keys if the file does not exist. */
function readKeys(file: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new StartRefused(`${file} cannot be read: ${codeOf(error)}`);
  }
  const lines = text.split(/(?<!\s)\s*\n/);
  if (!lines.every((line) => /^[0-9a-f]{64}$/i.test(line)))
    throw new StartRefused(`${file} is not a key: it must hold 64 hex digits.`);
  return lines.map((line) => Buffer.from(line, 'hex'));
}

/**
 * Writes a new key to a temporary file and links it to its final name. The first process to link decides the key, and no
 * process reads a partial file.
 */
function createKey(file: string, randomBytes: (count: number) => Buffer): Buffer {
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeNewFileSync(draft, `${randomBytes(32).toString('hex')}\n`, 0o600);
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
  const [key] = readKeys(file);
  if (!key) throw new StartRefused(`${file} vanished while the shop was starting.`);
  return key;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
