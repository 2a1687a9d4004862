import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { ServiceUnavailable, StartRefused } from '#server/platform/failures.ts';
import type { Settings } from '#server/settings.ts';
import { lockUserRow, sealedColumns, updateUser } from './accounts.queries.ts';
import { type CardCipher, createCardCipher, sealedPrefix } from './card-cipher.ts';
import { lockCardKeyId, sealedFieldsOf, selectUsersSealedOtherwise, updateCardKeyId } from './card-key.queries.ts';
import { type CardKeySettings, readCardKeys, replaceCardKeys } from './card-key.ts';
import { cardKeyId, createCardKeys } from './card-keys.ts';
import { selectApp, updateApp } from './second-factor.queries.ts';

/** The number of users in one transaction. Meanwhile others wait for these users (PostgreSQL) or for any write (SQLite). */
const usersAtOnce = 20;

/** Milliseconds between two transactions. In this time a shop on SQLite can write, since it tries every 10 ms. */
const pauseBetween = 25;
/** How often a transaction is tried. Each time it waits for the transactions of the shop. */
const attempts = 20;

export interface RotationOptions {
  settings: Pick<Settings, CardKeySettings>;
  database: Database;
  randomBytes: (count: number) => Buffer;
}

/**
 * Encrypts all card data, and the keys of authenticator apps, with a new key, while the shop runs, and removes the old key at the
 * end. Returns the number of users whose card data were encrypted anew. When it is interrupted, the next call continues. Several
 * calls may run at once.
 *
 * 1. The new key is added beside the old one, durably; from then on every process can read both.
 * 2. `card_key` names the new key. This waits for transactions that encrypt with the old one.
 * 3. Card data of all users are encrypted anew, in short transactions.
 * 4. In one transaction that excludes others: if no card data have another key, only the new one stays.
 *
 * Throws StartRefused if there is no key, if CARD_KEY is set without CARD_KEY_NEXT, and if no key can decrypt some card data; then both
 * keys stay.
 */
export async function rotateCardKey(options: RotationOptions): Promise<number> {
  const target = await writeAgain(options.database, (tx) => begin(tx, options));
  const keyId = cardKeyId(target);
  let users = 0;
  do users += await encryptAll(options, target);
  while (!(await writeAgain(options.database, (tx) => finish(tx, options, { target, keyId }))));
  return users;
}

/** Steps 1 and 2. Returns the new key: that of an interrupted call, else a random one. Repeating it changes nothing. */
async function begin(tx: Writer, { settings, randomBytes }: RotationOptions): Promise<Buffer> {
  await lockCardKeyId(tx);
  const keys = readCardKeys(settings);
  const [first] = keys;
  if (!first) throw new StartRefused('The shop has no key of the card fields yet, so there is nothing to replace.');
  const added = keys.at(-1);
  const target = added && added !== first ? added : randomBytes(32);
  if (target !== added) {
    if (settings.cardKey)
      throw new StartRefused(
        'Set CARD_KEY_NEXT to a new key (64 hex digits) for all processes, restart them one by one, then run this again.',
      );
    replaceCardKeys(settings, [first, target], randomBytes);
  }
  await updateCardKeyId(tx, cardKeyId(target));
  return target;
}

async function encryptAll({ settings, database, randomBytes }: RotationOptions, target: Buffer): Promise<number> {
  const keyId = cardKeyId(target);
  const keys = createCardKeys([target, ...readCardKeys(settings)], () => readCardKeys(settings));
  const cipher = createCardCipher(keys, randomBytes);
  let users = 0;
  for (let lastId = ''; ; ) {
    const page = { lastId, limit: usersAtOnce };
    const ids = await selectUsersSealedOtherwise(database.read, sealedPrefix(keyId), page);
    if (ids.length === 0) return users;
    await writeAgain(database, async (tx) => {
      for (const id of ids) await encryptUser(tx, cipher, { id, keyId });
    });
    users += ids.length;
    lastId = ids.at(-1) ?? '';
    await pause(pauseBetween);
  }
}

async function encryptUser(
  tx: Writer,
  cipher: CardCipher,
  { id, keyId }: { id: string; keyId: string },
): Promise<void> {
  const row = await lockUserRow(tx, id);
  // Deleted in the meantime.
  if (!row) return;
  const changes = sealedFieldsOf(row)
    .filter(({ text }) => !text.startsWith(sealedPrefix(keyId)))
    .map(({ field, text }) => [sealedColumns[field], cipher.seal(id, field, open(field, text), keyId)]);
  if (changes.length > 0) await updateUser(tx, id, Object.fromEntries(changes));
  const app = await selectApp(tx, id);
  if (app && !app.key_sealed.startsWith(sealedPrefix(keyId))) {
    const key_sealed = cipher.seal(id, 'authenticatorKey', open('authenticatorKey', app.key_sealed), keyId);
    await updateApp(tx, id, { key_sealed });
  }

  function open(field: Parameters<CardCipher['open']>[1], text: string): string {
    try {
      return cipher.open(id, field, text);
    } catch {
      throw new StartRefused(`${field} of user ${id} cannot be decrypted with any key. Both keys stay.`);
    }
  }
}

/** Step 4. Returns false if some card data are encrypted with another key; then step 3 has to be repeated. */
async function finish(
  tx: Writer,
  { settings, randomBytes }: RotationOptions,
  { target, keyId }: { target: Buffer; keyId: string },
): Promise<boolean> {
  // Another call may have finished this rotation and begun the next one.
  if ((await lockCardKeyId(tx)) !== keyId) return true;
  const left = await selectUsersSealedOtherwise(tx, sealedPrefix(keyId), { lastId: '', limit: 1 });
  if (left.length > 0) return false;
  if (!settings.cardKey) replaceCardKeys(settings, [target], randomBytes);
  return true;
}

/** Writes, and tries again while the database is busy: a busy shop may keep other processes from writing for a while. */
async function writeAgain<Answer>(database: Database, work: (tx: Writer) => Promise<Answer>): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await database.write(work);
    } catch (error) {
      if (!(error instanceof ServiceUnavailable) || left === 1) throw error;
    }
  }
}
