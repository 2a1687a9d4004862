import { type CardField, cardFields } from '#contract/accounts.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows, shareRows } from '#server/platform/database/dialect.ts';
import { sealedColumns, type UserRow } from './accounts.queries.ts';

/** Returns the id of the key that encrypts new card data; it does not change before this transaction ends. */
export async function shareCardKeyId(tx: Writer): Promise<string> {
  return (await shareRows(tx, theRow(tx)).executeTakeFirstOrThrow()).key_id;
}

/** Returns the same id; no other transaction encrypts card data before this one ends. */
export async function lockCardKeyId(tx: Writer): Promise<string> {
  return (await lockRows(tx, theRow(tx)).executeTakeFirstOrThrow()).key_id;
}

const theRow = (reader: Reader) => reader.selectFrom('card_key').select('key_id').where('id', '=', 1);

export async function updateCardKeyId(tx: Writer, keyId: string): Promise<void> {
  await tx.updateTable('card_key').set({ key_id: keyId }).where('id', '=', 1).execute();
}

/**
 * Ids after `lastId` of at most `limit` users, in ascending order, who have card data or an authenticator app whose ciphertexts do not
 * begin with `prefix`.
 */
export async function selectUsersSealedOtherwise(
  reader: Reader,
  prefix: string,
  { lastId, limit }: { lastId: string; limit: number },
): Promise<string[]> {
  const users = reader
    .selectFrom('users')
    .select('id')
    .where('id', '>', lastId)
    .where((where) =>
      where.or([
        ...Object.values(sealedColumns).map((column) =>
          where.and([where(column, '<>', ''), where(column, 'not like', `${prefix}%`)]),
        ),
        where(
          'id',
          'in',
          reader.selectFrom('authenticator_apps').select('user_id').where('key_sealed', 'not like', `${prefix}%`),
        ),
      ]),
    );
  return (await users.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** The card fields of a row that have a value. */
export function sealedFieldsOf(
  row: Pick<UserRow, (typeof sealedColumns)[CardField]>,
): { field: CardField; text: string }[] {
  return cardFields.map((field) => ({ field, text: row[sealedColumns[field]] })).filter(({ text }) => text !== '');
}
