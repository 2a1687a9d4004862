import type { ExpressionBuilder } from 'kysely';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockFreeRows } from '#server/platform/database/dialect.ts';
import type { Flag } from '#server/platform/database/flag.ts';
import type { OutboxTable } from '#server/platform/database/mail-tables.ts';
import { changeOnce, compileOnce, insertRow } from '#server/platform/database/prepared-query.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type OutboxRow = OutboxTable;

export async function insertEmail(tx: Writer, row: OutboxRow): Promise<void> {
  await insertRow(tx, 'outbox', row);
}

/** Whether an account has confirmed this address, or an owner gave its holder a role. */
export async function isConfirmedAddress(reader: Reader, email: string): Promise<boolean> {
  return (await confirmedAccountsOf(reader, { email: foldText(email) })).length > 0;
}

const confirmedAccountsOf = compileOnce({ email: '' }, (reader, { email }) =>
  reader
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', email)
    .where((row) => row.or([row('email_confirmed_at', 'is not', null), row('role', 'is not', null)]))
    .limit(1),
);

/** Whether an email is due. A claimed email is not. */
export async function hasDue(reader: Reader, now: number, maxAttempts: number): Promise<boolean> {
  return (await firstDueOf(reader, { now, maxAttempts })).length > 0;
}

interface Claim {
  now: number;
  /** The claims end at this time; then the emails are due again, if this process ended while it was sending them. */
  until: number;
  maxAttempts: number;
  most: number;
}

/** Claims the due emails to send next for this process: the lowest priority number first, then the earliest. Returns them as they were. */
export async function claimDue(tx: Writer, { now, until, maxAttempts, most }: Claim): Promise<OutboxRow[]> {
  const due = await freeDueOf(tx, { now, maxAttempts, most });
  if (due.length > 0) await claimOf(tx, { ids: due.map(({ id }) => id), until });
  return due;
}

const firstDueOf = compileOnce({ now: 0, maxAttempts: 0 }, (reader, { now, maxAttempts }) =>
  unsent(reader, maxAttempts).select('id').where('next_attempt_at', '<=', now).limit(1),
);

const freeDueOf = compileOnce({ now: 0, maxAttempts: 0, most: 0 }, (tx, { now, maxAttempts, most }) =>
  lockFreeRows(
    tx,
    unsent(tx, maxAttempts)
      .selectAll()
      .where('next_attempt_at', '<=', now)
      .orderBy('priority')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(most),
  ),
);

const someIds: readonly string[] = [''];
const claimOf = changeOnce({ ids: someIds, until: 0 }, (tx, { ids, until }) =>
  tx
    .updateTable('outbox')
    .set((row) => ({ claimed_until: until, next_attempt_at: until, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids),
);

/** When the next email is due, claimed or not, epoch milliseconds; null if there is none. */
export async function selectNextDue(reader: Reader, maxAttempts: number): Promise<number | null> {
  const [first] = await nextDueOf(reader, { maxAttempts });
  return first?.next ?? null;
}

const nextDueOf = compileOnce({ maxAttempts: 0 }, (reader, { maxAttempts }) =>
  unsent(reader, maxAttempts).select((row) => row.fn.min<number | null>('next_attempt_at').as('next')),
);

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

/** Counts the emails of these kinds that were given up after `maxAttempts`. `since`: when the first of them was written. */
export async function selectGivenUp(
  reader: Reader,
  maxAttempts: number,
  kinds: readonly string[],
): Promise<{ count: number; to: string; since: number | null }> {
  const rows = await reader
    .selectFrom('outbox')
    .select(['recipient', 'created_at'])
    .where('sent_at', 'is', null)
    .where('withheld_at', 'is', null)
    .where('attempts', '>=', maxAttempts)
    .where('claimed_until', '=', 0)
    .where('kind', 'in', kinds)
    .orderBy('created_at')
    .execute();
  return { count: rows.length, to: rows.at(-1)?.recipient ?? '', since: rows[0]?.created_at ?? null };
}

/** An email without its content, which may have secret links and personal data. */
const withoutContent = { text: '', html: '', reply_to: null, unsubscribe_url: null } as const;

/** Marks emails as sent and deletes their content. */
export async function markSent(
  tx: Writer,
  ids: readonly string[],
  { now, isFile }: { now: number; isFile: boolean },
): Promise<void> {
  await sentMark(tx, { ids, now, isFile: isFile ? 1 : 0 });
}

const sent: { ids: readonly string[]; now: number; isFile: Flag } = { ids: [''], now: 0, isFile: 0 };
const sentMark = changeOnce(sent, (tx, { ids, now, isFile }) =>
  tx
    .updateTable('outbox')
    .set({ sent_at: now, is_file: isFile, claimed_until: 0, failure: '' })
    .set(withoutContent)
    .where('id', 'in', ids),
);

/** Ends the claim and sets how many attempts count and when the next one is due; with `deletesContent` also deletes the content. */
export async function releaseClaim(
  tx: Writer,
  id: string,
  release: { attempts: number; nextAttemptAt: number; failure: string; deletesContent: boolean },
): Promise<void> {
  const { attempts, nextAttemptAt, failure, deletesContent } = release;
  await tx
    .updateTable('outbox')
    .set({ claimed_until: 0, attempts, next_attempt_at: nextAttemptAt, failure })
    .$if(deletesContent, (update) => update.set(withoutContent))
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

/** Deletes emails that were sent or withheld before `moment`, epoch milliseconds, and those written before it that were given up. */
export async function deleteRecordsBefore(tx: Writer, moment: number, maxAttempts: number): Promise<void> {
  await deletionBefore(tx, { moment, maxAttempts });
}

const deletionBefore = changeOnce({ moment: 0, maxAttempts: 0 }, (tx, { moment, maxAttempts }) =>
  tx.deleteFrom('outbox').where((row) =>
    row.or([
      row('sent_at', '<', moment),
      // With the first condition, so that all parts are found in one index.
      row.and([row('sent_at', 'is', null), row('withheld_at', '<', moment)]),
      row.and([
        row('sent_at', 'is', null),
        row('attempts', '>=', maxAttempts),
        row('claimed_until', '=', 0),
        row('created_at', '<', moment),
      ]),
    ]),
  ),
);

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

/** Deletes the records of those of these emails that are to somebody whose account was deleted. */
export async function deleteForgotten(tx: Writer, ids: readonly string[]): Promise<void> {
  await forgottenDeletion(tx, { ids });
}

const forgottenDeletion = changeOnce({ ids: someIds }, (tx, { ids }) =>
  tx.deleteFrom('outbox').where('id', 'in', ids).where('is_forgotten', '=', 1),
);
