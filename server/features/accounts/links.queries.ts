import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { AccountLinkKind, AccountLinksTable } from '#server/platform/database/tables.ts';

/** The link with this token, unless it was used or has expired. */
export function selectLink(
  reader: Reader,
  { kind, tokenHash, now }: { kind: AccountLinkKind; tokenHash: string; now: number },
): Promise<AccountLinksTable | undefined> {
  return reader
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** An account other than `except` that can get this address back with a link. */
export function selectFormerOwner(
  reader: Reader,
  { email, now, except }: { email: string; now: number; except: string },
): Promise<{ user_id: string } | undefined> {
  return reader
    .selectFrom('account_links')
    .select('user_id')
    .where('email_folded', '=', foldText(email))
    .where('kind', '=', 'undo email')
    .where('expires_at', '>', now)
    .where('user_id', '<>', except)
    .limit(1)
    .executeTakeFirst();
}

/** When the last of the user's links of this kind expires, in epoch milliseconds; 0 without one. */
export async function selectLastExpiry(reader: Reader, userId: string, kind: AccountLinkKind): Promise<number> {
  const last = await reader
    .selectFrom('account_links')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.expires_at ?? 0;
}

type NewLink = Omit<AccountLinksTable, 'email' | 'email_folded' | 'was_confirmed'> &
  Partial<Pick<AccountLinksTable, 'email' | 'was_confirmed'>>;

export async function insertLink(tx: Writer, { email = '', was_confirmed = 0, ...row }: NewLink): Promise<void> {
  await tx
    .insertInto('account_links')
    .values({ ...row, email, email_folded: foldText(email), was_confirmed })
    .execute();
}

/** Deletes the user's links of this kind that expire at `from` (epoch milliseconds) or later; by default all of them. */
export async function deleteLinksOf(tx: Writer, userId: string, kind: AccountLinkKind, from = 0): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>=', from)
    .execute();
}

export async function deleteExpiredLinks(tx: Writer, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
}

/** Deletes the links that give the account back to addresses that nobody had confirmed. */
export async function deleteUnprovedUndoLinks(tx: Writer, userId: string): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo email')
    .where('was_confirmed', '=', 0)
    .execute();
}
