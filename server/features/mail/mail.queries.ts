import type { ExpressionBuilder } from 'kysely';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { OutboxTable } from '#server/platform/database/mail-tables.ts';
import { insertRow } from '#server/platform/database/prepared-query.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type OutboxRow = OutboxTable;

export async function insertEmail(tx: Writer, row: OutboxRow): Promise<void> {
  await insertRow(tx, 'outbox', row);
}

/** Whether an account has confirmed this address, or an owner gave its holder a role. */
export async function isConfirmedAddress(reader: Reader, email: string): Promise<boolean> {
  const account = reader
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', foldText(email))
    .where((row) => row.or([row('email_confirmed_at', 'is not', null), row('role', 'is not', null)]));
  return (await account.limit(1).executeTakeFirst()) !== undefined;
}

/** The due email to send next: the lowest priority number first, then the earliest. A claimed email is not due. */
export function selectDue(reader: Reader, now: number, maxAttempts: number): Promise<OutboxRow | undefined> {
  return unsent(reader, maxAttempts)
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('priority')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** When the next email is due, claimed or not, epoch milliseconds; null if there is none. */
export async function selectNextDue(reader: Reader, maxAttempts: number): Promise<number | null> {
  const { next } = await unsent(reader, maxAttempts)
    .select((row) => row.fn.min('next_attempt_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}

function unsent(reader: Reader, maxAttempts: number) {
  return (
    reader
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .where('withheld_at', 'is', null)
      // A claimed last attempt is still running, or its process was killed; then it is repeated when the claim ends.
      .where((row) => row.or([row('attempts', '<', maxAttempts), row('claimed_until', '>', 0)]))
  );
}

/** Counts the emails that are not sent yet, and those that were given up after `maxAttempts`. */
export async function countUnsent(reader: Reader, maxAttempts: number): Promise<{ waiting: number; failed: number }> {
  const counted = await reader
    .selectFrom('outbox')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .sum<number | null>(
          eb
            .case()
            .when(eb.and([eb('attempts', '>=', maxAttempts), eb('claimed_until', '=', 0)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('failed'),
    ])
    .where('sent_at', 'is', null)
    .where('withheld_at', 'is', null)
    .executeTakeFirstOrThrow();
  const failed = counted.failed ?? 0;
  return { waiting: counted.all - failed, failed };
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

/** Marks an email as sent and deletes its content, which may contain secret links and personal data. */
export async function markSent(
  tx: Writer,
  id: string,
  { now, isFile }: { now: number; isFile: boolean },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, is_file: isFile ? 1 : 0, claimed_until: 0, failure: '' })
    .set({ text: '', html: '', reply_to: null, unsubscribe_url: null })
    .where('id', '=', id)
    .execute();
}

/** Ends the claim and sets the time of the next attempt. */
export async function releaseClaim(
  tx: Writer,
  id: string,
  { nextAttemptAt, failure }: { nextAttemptAt: number; failure: string },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ claimed_until: 0, next_attempt_at: nextAttemptAt, failure })
    .where('id', '=', id)
    .execute();
}

/** Makes an email that was given up due again, unless its own priority is below `priority`. Returns whether it did. */
export async function reviveFailed(
  tx: Writer,
  { id, now, maxAttempts, priority }: { id: string; now: number; maxAttempts: number; priority: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('withheld_at', 'is', null)
    .where('attempts', '>=', maxAttempts)
    .where('claimed_until', '=', 0)
    .where('priority', '>=', priority)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The kind of an email; undefined for an unknown one. */
export function selectKind(reader: Reader, id: string): Promise<{ kind: string } | undefined> {
  return reader.selectFrom('outbox').select('kind').where('id', '=', id).executeTakeFirst();
}

/** One page of all emails in the outbox, newest first, without their content, and how many there are in all. */
export async function selectSentEmails(reader: Reader, { limit, offset }: { limit: number; offset: number }) {
  const rows = await reader
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'sent_at', 'is_file'])
    .select(['withheld_at', 'attempts', 'claimed_until', 'failure'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await reader
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** How many emails of each kind a mail server accepted: those that were only written to files do not count. */
export async function selectSentCounts(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('sent_at', 'is not', null)
    .where('is_file', '=', 0)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/** Deletes the records of emails that were sent or withheld before `moment`, epoch milliseconds. */
export async function deleteRecordsBefore(tx: Writer, moment: number): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((row) => row.or([row('sent_at', '<', moment), row('withheld_at', '<', moment)]))
    .execute();
}

/** Whose emails are forgotten: of an account, and all to these addresses, which are folded. */
export interface Forgotten {
  accountId: string;
  name: string;
  addresses: readonly string[];
}

/**
 * Deletes the records of emails to this person that were sent, withheld or given up after `maxAttempts`. Marks the others, so that their
 * records are deleted after sending. Empties the subjects of emails to owners about enquiries that name the person.
 */
export async function forgetEmailsTo(
  tx: Writer,
  { accountId, name, addresses }: Forgotten,
  maxAttempts: number,
): Promise<void> {
  const ofPerson = (row: ExpressionBuilder<Tables, 'outbox'>) =>
    row.or([row('account_id', '=', accountId), row(row.fn<string>('lower', ['recipient']), 'in', addresses)]);
  await tx
    .deleteFrom('outbox')
    .where(ofPerson)
    .where((row) =>
      row.or([
        row('sent_at', 'is not', null),
        row('withheld_at', 'is not', null),
        row.and([row('attempts', '>=', maxAttempts), row('claimed_until', '=', 0)]),
      ]),
    )
    .execute();
  await tx.updateTable('outbox').set({ is_forgotten: 1 }).where(ofPerson).execute();
  const words = [foldText(name), ...addresses].filter((word) => word !== '');
  const enquiries = tx.selectFrom('outbox').select(['id', 'subject']).where('kind', '=', 'admin: enquiry');
  const naming = (await enquiries.execute())
    .filter(({ subject }) => words.some((word) => foldText(subject).includes(word)))
    .map(({ id }) => id);
  if (naming.length > 0) await tx.updateTable('outbox').set({ subject: '' }).where('id', 'in', naming).execute();
}

/** Deletes the record of an email to somebody whose account was deleted. False if it is of anybody else. */
export async function deleteIfForgotten(tx: Writer, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('outbox').where('id', '=', id).where('is_forgotten', '=', 1).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
