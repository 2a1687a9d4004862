import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { AuthenticatorAppsTable } from '#server/platform/database/second-factor-tables.ts';

export function selectApp(reader: Reader, userId: string): Promise<AuthenticatorAppsTable | undefined> {
  return reader.selectFrom('authenticator_apps').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Inserts the authenticator app of a user, in place of one that is not on yet. */
export async function insertApp(tx: Writer, row: AuthenticatorAppsTable): Promise<void> {
  await deleteApp(tx, row.user_id);
  await tx.insertInto('authenticator_apps').values(row).execute();
}

export async function updateApp(tx: Writer, userId: string, changes: Partial<AuthenticatorAppsTable>): Promise<void> {
  await tx.updateTable('authenticator_apps').set(changes).where('user_id', '=', userId).execute();
}

export async function deleteApp(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
}

export async function countRecoveryCodes(reader: Reader, userId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function replaceRecoveryCodes(tx: Writer, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((code_hash) => ({ code_hash, user_id: userId }));
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Deletes a recovery code. Returns false if the user has no such code (any more). */
export async function deleteRecoveryCode(tx: Writer, userId: string, hash: string): Promise<boolean> {
  const codes = tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash);
  return (await codes.returning('code_hash').execute()).length === 1;
}

export async function selectIsRequired(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom('second_factor_rule').select('required').executeTakeFirst())?.required === 1;
}

export async function updateIsRequired(tx: Writer, required: boolean): Promise<void> {
  const row = { id: 1, required: required ? 1 : 0 } as const;
  await tx
    .insertInto('second_factor_rule')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
