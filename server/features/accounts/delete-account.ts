import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { clearAttempts } from '#server/features/attempts/attempts.ts';
import { forgetInAudit, recordChange } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUserRow, lockAdminsAndUser, selectHeldListings, type UserRow } from './accounts.queries.ts';
import { deleteInvitationsTo } from './invitations.queries.ts';
import { isLastOwner } from './owners.ts';
import { confirmPassword } from './passwords.ts';
import { accountRateLimit } from './sign-in.ts';

/** Removes what other features store about a person whose account is deleted, in the same transaction. */
export type RemoveOtherRecords = (
  tx: Writer,
  person: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>,
) => Promise<void>;

/** Deletes the caller's account. Refuses a wrong password (403) and the last owner (409). */
export async function deleteOwnAccount(
  shop: Shop,
  userId: string,
  password: string,
  removeOtherRecords: RemoveOtherRecords,
): Promise<Refusal | null> {
  const confirmed = await confirmPassword(shop, userId, password);
  if (isRefusal(confirmed)) return confirmed;
  return shop.database.write(async (tx) => {
    const locked = await lockAdminsAndUser(tx, userId);
    const user = locked.find((row) => row.id === userId);
    if (!user) return refuse('signInNeeded');
    await tx.checkCaller();
    if (user.password_hash !== confirmed.password_hash) return refuse('currentPasswordWrong');
    if (isLastOwner({ locked, user })) return refuse('lastOwner');
    if (user.role !== null) {
      const before = { isAdmin: true, role: user.role };
      await recordChange(tx, shop, {
        adminId: userId,
        action: 'own account deleted',
        subject: userId,
        before,
        after: null,
      });
    }
    await removeUser(tx, shop, user, removeOtherRecords);
    return null;
  });
}

/**
 * Deletes the row of a user and, before it, what else is stored about them (docs/behaviour/accounts.md, 20). Foreign keys delete sessions,
 * cart, holds and reset links. Listings that the user had on hold are available again, so the pages that show them change.
 */
export async function removeUser(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  removeOtherRecords: RemoveOtherRecords,
): Promise<void> {
  const held = await selectHeldListings(tx, user.id, shop.clock());
  await removeOtherRecords(tx, user);
  await deleteInvitationsTo(tx, user.email);
  await deleteUserRow(tx, user.id);
  await clearAttempts(tx, accountRateLimit(user.email).subject);
  const former = user.role === null ? await forgetInAudit(tx, user) : [];
  await shop.mailer.forget(tx, { accountId: user.id, name: user.name, addresses: [user.email_folded, ...former] });
  for (const { id: listingId, reserved_until: end } of held) {
    if (end === null) tx.listingChanged({ listingId, state: 'available' });
    else tx.listingChanged({ listingId, state: 'reserved', until: new Date(end).toISOString() });
  }
}
