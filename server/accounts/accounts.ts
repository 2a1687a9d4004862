import { durations } from '#contract/limits.ts';
import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import type { Session } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  countUserRows,
  deleteDemoRows,
  lockAdminsDemoAnd,
  lockUserRow,
  raiseScore,
  selectAdminEmails,
  selectLatestRegistration,
  selectUser,
  type UserRow,
} from './accounts.queries.ts';
import { presentBuyer } from './present-user.ts';
import { selectSession } from './sessions.queries.ts';

/** `insertUsers` writes accounts as they are given: for collections that come ready, such as the demo. */
export { countDemoUsers, insertUsers, type UserRow } from './accounts.queries.ts';
export { createCardCipher } from './card-cipher.ts';
export { bringCardKey, cardKeyPlace, loadCardKey, writeCardKey } from './card-key.ts';
export { ensureAdmin } from './first-admin.ts';
export { newUserRow } from './new-user.ts';
export { createPasswordHasher } from './password-hasher.ts';
export { createPresence } from './presence.ts';
export { presentBuyer } from './present-user.ts';

/** What raises a customer's activity score, in points (CONTRACT.md, Shapes). */
export const activityPoints = { signIn: 1, cartAdd: 2, orderPaid: 10 } as const;

/**
 * Who sent the token with this hash (SHA-256, hex); null when the session was ended, or has not been used for
 * `durations.session`. Notes that its user is here.
 */
export async function findSession(shop: Shop, tokenHash: string): Promise<Session | null> {
  const row = await selectSession(shop.database.read, tokenHash);
  if (!row) return null;
  const seenAt = Math.max(row.last_seen_at, shop.presence.seenAt(tokenHash) ?? 0);
  if (seenAt + durations.session <= shop.clock()) return null;
  shop.presence.note(row.user_id, tokenHash);
  return { userId: row.user_id, isAdmin: row.is_admin === 1, tokenHash };
}

/** The first lock of every transaction on somebody's behalf; false when the user has been deleted. */
export async function lockUser(tx: Writer, userId: string): Promise<boolean> {
  return (await lockUserRow(tx, userId)) !== undefined;
}

/** The account as an order keeps it, and where its profile would have things sent; null when the user has been deleted. */
export async function buyerOf(
  reader: Reader,
  userId: string,
): Promise<{ buyer: Buyer; delivery: ShownDelivery } | null> {
  const row = await selectUser(reader, userId);
  return row ? presentBuyer(row) : null;
}

export function addScore(tx: Writer, userId: string, points: number): Promise<void> {
  return raiseScore(tx, userId, points);
}

/** The first lock of what takes the demo away: its customers, every admin, and `others`. */
export function lockForDemo(tx: Writer, others: readonly string[]): Promise<UserRow[]> {
  return lockAdminsDemoAnd(tx, others);
}

/** The demo's customers go, locked by the caller, and what was mailed to them. Sessions and carts they have none. */
export async function removeDemoUsers(shop: Shop, tx: Writer, locked: readonly UserRow[]): Promise<number> {
  const customers = locked.filter((row) => row.is_demo === 1);
  for (const { email } of customers) await shop.mailer.forgetSent(tx, email);
  await deleteDemoRows(tx);
  return customers.length;
}

export function countUsers(reader: Reader): Promise<number> {
  return countUserRows(reader);
}

/** When the newest user came, epoch milliseconds; null without users. */
export function latestRegistration(reader: Reader): Promise<number | null> {
  return selectLatestRegistration(reader);
}

/** Where the shop's own mail goes: the owner's address of the settings, else the longest serving admin's that mail reaches. */
export async function ownerEmail(shop: Shop, reader: Reader): Promise<string | null> {
  if (shop.settings.admin) return shop.settings.admin.email;
  return (await selectAdminEmails(reader)).find((email) => !email.endsWith('.local')) ?? null;
}
