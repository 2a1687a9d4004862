import type { User } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type UserRow, updateUser } from './accounts.queries.ts';
import { findUnwrittenLastSeen, withLastSeen } from './last-seen.ts';
import { deleteLinksOf } from './links.queries.ts';
import { isLastOwner, type LockedPeople, lockForOwner } from './owners.ts';
import { presentUser } from './present-user.ts';
import { deleteSessionsOf } from './sessions.queries.ts';

/** Ends the holds and pending orders of a user in the transaction that blocks the account. The user's row is locked. */
export type EndPurchases = (tx: Writer, userId: string) => Promise<void>;

export interface Block {
  userId: string;
  reason: string | undefined;
}

/**
 * Blocks an account: it is signed out everywhere and cannot sign in, and its holds and pending orders end; paid orders stay.
 * Repeating it changes only the reason. Refuses an unknown user (404), the caller and the last owner (409), and a caller who is
 * not an owner any more (403).
 */
export async function blockUser(
  shop: Shop,
  ownerId: string,
  { userId, reason }: Block,
  endPurchases: EndPurchases,
): Promise<User | Refusal> {
  return changeBlock(shop, ownerId, userId, async (tx, people) => {
    const { user } = people;
    if (userId === ownerId) return refuse('ownBlock');
    if (isLastOwner(people)) return refuse('lastOwner');
    const blocked = { blocked_at: user.blocked_at ?? shop.clock(), block_reason: reason || null, last_seen_at: 0 };
    await updateUser(tx, userId, blocked);
    await deleteSessionsOf(tx, userId, null);
    await deleteLinksOf(tx, userId, 'password');
    await endPurchases(tx, userId);
    const after = { blocked: true, reason: blocked.block_reason };
    await recordChange(tx, shop, {
      adminId: ownerId,
      action: 'user blocked',
      subject: userId,
      before: stateOf(user),
      after,
    });
    return { ...user, ...blocked };
  });
}

/**
 * Lets a blocked account sign in again; repeating it changes nothing. Refuses an unknown user (404), and a caller who is not an
 * owner any more (403).
 */
export async function unblockUser(shop: Shop, ownerId: string, userId: string): Promise<User | Refusal> {
  return changeBlock(shop, ownerId, userId, async (tx, { user }) => {
    if (user.blocked_at === null) return user;
    const free = { blocked_at: null, block_reason: null };
    await updateUser(tx, userId, free);
    const after = { blocked: false };
    await recordChange(tx, shop, {
      adminId: ownerId,
      action: 'user unblocked',
      subject: userId,
      before: stateOf(user),
      after,
    });
    return { ...user, ...free };
  });
}

const stateOf = ({ blocked_at, block_reason }: UserRow) =>
  blocked_at === null ? { blocked: false } : { blocked: true, reason: block_reason };

async function changeBlock(
  shop: Shop,
  ownerId: string,
  userId: string,
  change: (tx: Writer, people: LockedPeople) => Promise<UserRow | Refusal>,
): Promise<User | Refusal> {
  const row = await shop.database.write(async (tx) => {
    const people = await lockForOwner(tx, ownerId, userId);
    if (isRefusal(people)) return people;
    const changed = await change(tx, people);
    return isRefusal(changed) ? changed : withLastSeen(changed, await findUnwrittenLastSeen(tx, shop, [userId]));
  });
  return isRefusal(row) ? row : presentUser(shop, row);
}
