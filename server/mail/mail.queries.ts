import type { Reader, Writer } from '#server/database/database.ts';
import type { OutboxTable } from '#server/database/tables.ts';

export type OutboxRow = OutboxTable;

export async function insertMail(tx: Writer, row: OutboxRow): Promise<void> {
  await tx.insertInto('outbox').values(row).execute();
}

/** The unsent mail that has been due longest, whether or not somebody has it in hand. */
export function selectNext(reader: Reader, attemptsAtMost: number): Promise<OutboxRow | undefined> {
  return reader
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('attempts', '<', attemptsAtMost)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** True when the mail is this process's to send until `claimedUntil`: nobody else has taken it since it was read. */
export async function claimMail(tx: Writer, mail: OutboxRow, claimedUntil: number): Promise<boolean> {
  const result = await tx
    .updateTable('outbox')
    // Should this process end while it sends, the mail is due again when the claim ends.
    .set({ claimed_until: claimedUntil, next_attempt_at: claimedUntil, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', mail.attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What it said is not kept: links in it are secrets, and the rest is the recipient's. */
export async function markSent(tx: Writer, id: string, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, claimed_until: 0, text: '', html: '', reply_to: null })
    .where('id', '=', id)
    .execute();
}

export async function putBack(tx: Writer, id: string, nextAttemptAt: number): Promise<void> {
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
