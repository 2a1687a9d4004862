import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { OutboxTable } from '#server/platform/database/tables.ts';

export type OutboxRow = OutboxTable;

export async function insertEmail(tx: Writer, row: OutboxRow): Promise<void> {
  await tx.insertInto('outbox').values(row).execute();
}

/** The unsent email with the earliest next attempt, claimed or not. */
export function selectNext(reader: Reader, maxAttempts: number): Promise<OutboxRow | undefined> {
  return reader
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Claims an email for this process until `claimedUntil`. False if another process has claimed it since it was read. */
export async function claimEmail(tx: Writer, email: OutboxRow, claimedUntil: number): Promise<boolean> {
  const result = await tx
    .updateTable('outbox')
    // If this process ends while it sends, the email is due again when the claim ends.
    .set({ claimed_until: claimedUntil, next_attempt_at: claimedUntil, attempts: email.attempts + 1 })
    .where('id', '=', email.id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', email.attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Also clears the content, because it may contain secret links and personal data. */
export async function markSent(tx: Writer, id: string, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, claimed_until: 0, text: '', html: '', reply_to: null })
    .where('id', '=', id)
    .execute();
}

/** Ends the claim and sets the time of the next attempt. */
export async function releaseClaim(tx: Writer, id: string, nextAttemptAt: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ claimed_until: 0, next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .execute();
}

export async function deleteSentBefore(tx: Writer, moment: number): Promise<void> {
  await tx.deleteFrom('outbox').where('sent_at', '<', moment).execute();
}

export async function deleteSentTo(tx: Writer, recipient: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', recipient).where('sent_at', 'is not', null).execute();
}
