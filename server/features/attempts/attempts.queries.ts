import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce, compileOnce } from '#server/platform/database/prepared-query.ts';
import type { SignInFailuresTable } from '#server/platform/database/tables.ts';

const attemptsOf = compileOnce({ subject: '', after: 0 }, (reader, { subject, after }) =>
  reader.selectFrom('sign_in_failures').select(['id', 'at']).where('subject', '=', subject).where('at', '>', after),
);

export function selectAttempts(reader: Reader, subject: string, after: number): Promise<{ id: string; at: number }[]> {
  return attemptsOf(reader, { subject, after });
}

/** Inserts an attempt. Returns false if a row has its id already. */
export async function insertAttempt(tx: Writer, attempt: SignInFailuresTable): Promise<boolean> {
  const { id, subject, at } = attempt;
  return (await insertion(tx, { id, subject, at })) > 0;
}

const insertion = changeOnce({ id: '', subject: '', at: 0 }, (tx, attempt) =>
  tx
    .insertInto('sign_in_failures')
    .values(attempt)
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export async function deleteAttempts(tx: Writer, subject: string, until: number): Promise<void> {
  await deletion(tx, { subject, until });
}

const deletion = changeOnce({ subject: '', until: 0 }, (tx, { subject, until }) =>
  tx.deleteFrom('sign_in_failures').where('subject', '=', subject).where('at', '<=', until),
);

export async function deleteOlder(tx: Writer, until: number): Promise<void> {
  await deletionOfOlder(tx, { until });
}

const deletionOfOlder = changeOnce({ until: 0 }, (tx, { until }) =>
  tx.deleteFrom('sign_in_failures').where('at', '<=', until),
);
