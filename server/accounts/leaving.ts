import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { forgetAttempts } from '#server/attempts/attempts.ts';
import type { Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUserRow, lockAdminsAnd, selectHeldPieces, type UserRow } from './accounts.queries.ts';
import { listOwnSessions } from './own-sessions.ts';
import { confirmPassword } from './passwords.ts';
import { findProfile } from './profile.ts';
import { accountAllowance } from './sign-in.ts';

/** What the account itself keeps of its owner. Card fields stay masked: a downloaded file lies around. */
export async function ownRecords(
  shop: Shop,
  userId: string,
  tokenHash: string,
): Promise<Refusal | { exportedAt: string; profile: object; sessions: object[] }> {
  const profile = await findProfile(shop, userId, false);
  if (isRefusal(profile)) return profile;
  return {
    exportedAt: new Date(shop.clock()).toISOString(),
    profile,
    sessions: await listOwnSessions(shop, userId, tokenHash),
  };
}

/** Orders stay, as the law wants. Refused: wrong password 403, the last admin 409. */
export async function deleteOwnAccount(shop: Shop, userId: string, password: string): Promise<Refusal | null> {
  const confirmed = await confirmPassword(shop, userId, password);
  if (isRefusal(confirmed)) return confirmed;
  return shop.database.write(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    const user = locked.find((row) => row.id === userId);
    if (!user) return refuse('signInNeeded');
    if (user.password_hash !== confirmed.password_hash) return refuse('currentPasswordWrong');
    if (isLastAdmin(locked, user)) return refuse('lastAdmin');
    await removeUser(shop, tx, user);
    return null;
  });
}

/** `locked`: every admin's row, as locked by this transaction. Who cannot sign in (a customer of the demo) is no admin to rely on. */
export function isLastAdmin(locked: readonly UserRow[], user: UserRow): boolean {
  const others = locked.filter((row) => row.is_admin === 1 && row.id !== user.id);
  return user.is_admin === 1 && !others.some((row) => row.password_hash !== '');
}

/**
 * Sessions, cart, holds and links go with the row (foreign keys); orders stay. What the user had on hold is for everybody
 * again, so every page that shows it must change.
 */
export async function removeUser(shop: Shop, tx: Writer, user: UserRow): Promise<void> {
  const held = await selectHeldPieces(tx, user.id, shop.clock());
  await deleteUserRow(tx, user.id);
  await forgetAttempts(tx, accountAllowance(user.email).subject);
  await shop.mailer.forgetSent(tx, user.email);
  for (const listingId of held) await shop.database.announce(tx, { listingId, state: 'available' });
  if (held.length > 0) await raiseRevision(tx);
}
