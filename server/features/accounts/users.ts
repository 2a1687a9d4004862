import type { User, UserSortField } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import type { Role } from '#contract/roles.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectMostActive, selectUser, selectUsers } from './accounts.queries.ts';
import { type RemoveOtherRecords, removeUser } from './delete-account.ts';
import { findUnwrittenLastSeen, withLastSeen } from './last-seen.ts';
import { createUser } from './new-user.ts';
import { isLastOwner, lockForOwner, lockOwners } from './owners.ts';
import { queueRoleEmails } from './people-emails.ts';
import { onlineSince, presentUser } from './present-user.ts';

/** How many users the list Most Active Users has (docs/behaviour/accounts.md, 23). */
const mostActiveShown = 5;

export async function listUsers(
  shop: Shop,
  request: ListRequest<UserSortField>,
): Promise<{ users: User[]; total: number }> {
  const { read } = shop.database;
  const since = onlineSince(shop);
  const unwritten = await findUnwrittenLastSeen(read, shop, null);
  const { rows, total } = await selectUsers(read, request, {
    since,
    besides: [...unwritten].flatMap(([id, at]) => (at >= since ? [id] : [])),
  });
  return { users: rows.map((row) => presentUser(shop, withLastSeen(row, unwritten))), total };
}

export async function listMostActive(shop: Shop): Promise<User[]> {
  const { read } = shop.database;
  const unwritten = await findUnwrittenLastSeen(read, shop, null);
  const rows = await selectMostActive(read, mostActiveShown);
  return rows.map((row) => presentUser(shop, withLastSeen(row, unwritten)));
}

/**
 * Adds a user. If the user has a role, every owner gets an email about it. Refuses an email that has an account (409), a password that is
 * easy to guess (400), and a caller who is not an owner any more (403).
 */
export async function addUser(
  shop: Shop,
  ownerId: string,
  user: { name: string; email: string; password: string; role: Role | null },
): Promise<User | Refusal> {
  const { role } = user;
  const lock = async (tx: Writer) => {
    const owners = await lockOwners(tx, ownerId);
    return isRefusal(owners) ? owners : null;
  };
  const row = await createUser(shop, user, lock, async (tx, added) => {
    const after = { isAdmin: role !== null, role };
    await recordChange(tx, shop, { adminId: ownerId, action: 'user added', subject: added.id, before: null, after });
    if (role !== null) await queueRoleEmails(tx, shop, { owner: await selectUser(tx, ownerId), user: added, role });
  });
  return isRefusal(row) ? row : presentUser(shop, row);
}

/**
 * Deletes a user. Refuses an unknown user (404), the caller and the last owner (409), and a caller who is not an owner any more
 * when the transaction has its locks (403).
 */
export async function deleteUser(
  shop: Shop,
  ownerId: string,
  userId: string,
  removeOtherRecords: RemoveOtherRecords,
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const people = await lockForOwner(tx, ownerId, userId);
    if (isRefusal(people)) return people;
    if (userId === ownerId) return refuse('ownAccount');
    if (isLastOwner(people)) return refuse('lastOwner');
    const { locked, user } = people;
    const before = { isAdmin: user.role !== null, role: user.role };
    await recordChange(tx, shop, { adminId: ownerId, action: 'user deleted', subject: userId, before, after: null });
    if (user.role !== null) {
      const owner = locked.find(({ id }) => id === ownerId);
      await queueRoleEmails(tx, shop, { owner, user, role: null });
    }
    await removeUser(tx, shop, user, removeOtherRecords);
    return null;
  });
}
