import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { PasskeysTable } from '#server/platform/database/second-factor-tables.ts';

/** The passkeys of a user, the oldest first. */
export function selectPasskeys(reader: Reader, userId: string): Promise<PasskeysTable[]> {
  return reader
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The passkey with this credential id, of any user. */
export function selectPasskeyByCredential(reader: Reader, credentialId: string): Promise<PasskeysTable | undefined> {
  return reader.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function insertPasskey(tx: Writer, row: PasskeysTable): Promise<void> {
  await tx.insertInto('passkeys').values(row).execute();
}

export async function updatePasskey(tx: Writer, id: string, changes: Partial<PasskeysTable>): Promise<void> {
  await tx.updateTable('passkeys').set(changes).where('id', '=', id).execute();
}

/** Deletes a passkey and returns it; undefined if the user has no such passkey. */
export function deletePasskey(tx: Writer, userId: string, id: string): Promise<PasskeysTable | undefined> {
  return tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst();
}

export async function deletePasskeysOf(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
