import type { Language } from '#contract/languages.ts';
import { durations } from '#contract/limits.ts';
import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import { setsPrices } from '#contract/roles.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  countUserRows,
  deleteDemoRows,
  lockAdminsDemoAndUsers,
  lockUserRow,
  raiseScore,
  selectUser,
  selectUserByEmail,
  type UserRow,
} from './accounts.queries.ts';
import { isLive } from './own-sessions.ts';
import { presentBuyer } from './present-user.ts';
import { lacksSecondFactor } from './second-factor.ts';
import { type LiveSessionRow, lockSessionRow, selectSession } from './sessions.queries.ts';

/** `insertUsers` writes complete rows, for the demo. */
export { countDemoUsers, insertUsers, type UserRow } from './accounts.queries.ts';

export { createCardCipher } from './card-cipher.ts';
export {
  cardKeyLocation,
  importCardKeys,
  loadCardKeys,
  readCardKeys,
  readKeysToImport,
  writeCardKeys,
} from './card-key.ts';
export { type CardKeys, createCardKeys } from './card-keys.ts';
export { exampleAccountEmails } from './example-emails.ts';
export { ensureAdmin } from './first-admin.ts';
export { newUserRow } from './new-user.ts';
export { countOwnerRecipients, type OwnerEmail, queueOwnerEmails } from './owner-emails.ts';
export { createPasswordHasher } from './password-hasher.ts';
export { createPresence } from './presence.ts';
export { presentBuyer } from './present-user.ts';
export { rotateCardKey } from './rotate-card-key.ts';
export { findSecondFactor, removeSecondFactorByEmail } from './second-factor.ts';
export { eraseCards, refuseStoredCards } from './stored-cards.ts';

/** What raises a customer's activity score, in points (docs/behaviour/accounts.md, 10). */
export const activityPoints = { signIn: 1, cartAdd: 2, orderPaid: 10 } as const;

/**
 * Returns the session of the token with this hash (SHA-256, hex), and records that it was used. Null when the session has ended or
 * is too old (`isLive`).
 */
export async function findSession(shop: Shop, tokenHash: string): Promise<Session | null> {
  const session = await readSession(shop.database.read, shop, await selectSession(shop.database.read, tokenHash));
  if (session) shop.presence.note(session.userId, tokenHash);
  return session;
}

/**
 * Returns the session of the token with this hash as it is in a transaction, or null. Until this ends, nobody can end the session or
 * change the role of its user.
 */
export async function lockSession(tx: Writer, shop: Shop, tokenHash: string): Promise<Session | null> {
  return readSession(tx, shop, await lockSessionRow(tx, tokenHash));
}

async function readSession(reader: Reader, shop: Shop, row: LiveSessionRow | undefined): Promise<Session | null> {
  if (!row) return null;
  const { user_id: userId, token_hash: tokenHash, role } = row;
  if (!isLive(shop, row, role)) return null;
  const isConfirmed = (row.confirmed_at ?? 0) + durations.confirmation > shop.clock();
  const lacksFactor = await lacksSecondFactor(reader, { id: userId, role });
  const maySetPrices = setsPrices(role, row.may_set_prices === 1);
  return { userId, role, maySetPrices, tokenHash, isConfirmed, lacksSecondFactor: lacksFactor };
}

/** Locks a user: the first lock of every transaction that acts for one. False when the user has been deleted or blocked meanwhile. */
export async function lockUser(tx: Writer, userId: string): Promise<boolean> {
  return (await lockUserRow(tx, userId))?.blocked_at === null;
}

/** An account as an order stores it, with the profile's delivery details. */
export interface BuyerAccount {
  buyer: Buyer;
  delivery: ShownDelivery;
  hasConfirmedEmail: boolean;
}

/** `lockUser`, with the account as it is under the lock; null when the user has been deleted or blocked meanwhile. */
export async function lockBuyer(tx: Writer, userId: string): Promise<BuyerAccount | null> {
  const row = await lockUserRow(tx, userId);
  if (!row || row.blocked_at !== null) return null;
  return { ...presentBuyer(row), hasConfirmedEmail: row.email_confirmed_at !== null };
}

/** Takes the same lock for changes of a buyer's orders that somebody else makes. The buyer may be blocked or deleted. */
export async function lockAccount(tx: Writer, userId: string): Promise<void> {
  await lockUserRow(tx, userId);
}

export async function hasConfirmedEmail(reader: Reader, userId: string): Promise<boolean> {
  return typeof (await selectUser(reader, userId))?.email_confirmed_at === 'number';
}

/**
 * The account as an order stores it, the profile's delivery details, and the language of emails to it; null when the user has been
 * deleted.
 */
export async function findBuyer(
  reader: Reader,
  userId: string,
): Promise<{ buyer: Buyer; delivery: ShownDelivery; language: Language } | null> {
  const row = await selectUser(reader, userId);
  return row ? { ...presentBuyer(row), language: await findAnswerLanguage(reader, row.language) } : null;
}

/** The language of emails to the account with this address; English if there is none. */
export async function findLanguageOfAddress(reader: Reader, email: string): Promise<Language> {
  return findAnswerLanguage(reader, (await selectUserByEmail(reader, email))?.language ?? 'en');
}

/** The account with this email, locked, if its owner has confirmed the email and is not blocked; null otherwise. */
export async function lockConfirmedAccount(
  tx: Writer,
  email: string,
): Promise<{ buyer: Buyer; delivery: ShownDelivery } | null> {
  const known = await selectUserByEmail(tx, email);
  const row = known && (await lockUserRow(tx, known.id));
  const isUsable = row && row.blocked_at === null && row.email_confirmed_at !== null;
  return isUsable ? presentBuyer(row) : null;
}

/** The user's email if it is confirmed, else null. What was sent under a confirmed email without an account belongs to the user. */
export async function findConfirmedEmail(reader: Reader, userId: string): Promise<string | null> {
  const row = await selectUser(reader, userId);
  return row && row.email_confirmed_at !== null ? row.email : null;
}

export function addScore(tx: Writer, userId: string, points: number): Promise<void> {
  return raiseScore(tx, userId, points);
}

/** Locks demo customers, every admin and the users `others`: the first lock of the transaction that removes the demo. */
export function lockForDemo(tx: Writer, others: readonly string[]): Promise<UserRow[]> {
  return lockAdminsDemoAndUsers(tx, others);
}

/** Deletes the demo customers among `locked` (locked by the caller) and the emails sent to them. Returns the number of customers. */
export async function removeDemoUsers(tx: Writer, shop: Shop, locked: readonly UserRow[]): Promise<number> {
  const customers = locked.filter((row) => row.is_demo === 1);
  for (const { id, name, email_folded } of customers)
    await shop.mailer.forget(tx, { accountId: id, name, addresses: [email_folded] });
  await deleteDemoRows(tx);
  return customers.length;
}

export function countUsers(reader: Reader): Promise<number> {
  return countUserRows(reader);
}
