import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { SignInFailuresTable } from '#server/platform/database/tables.ts';

export function selectAttempts(reader: Reader, subject: string, after: number): Promise<{ id: string; at: number }[]> {
  return reader
    .selectFrom('sign_in_failures')
    .select(['id', 'at'])
    .where('subject', '=', subject)
    .where('at', '>', after)
    .execute();
}

/** Inserts an attempt. Returns false if a row has its id already. */
export async function insertAttempt(tx: Writer, attempt: SignInFailuresTable): Promise<boolean> {
  const result = await tx
    .insertInto('sign_in_failures')
    .values(attempt)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteAttempts(tx: Writer, subject: string, until: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subject).where('at', '<=', until).execute();
}

export async function deleteOlder(tx: Writer, until: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('at', '<=', until).execute();
}
