import type { User, UserSortField } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Shop } from '#server/shop.ts';
import { lockAdminsAndUser, selectMostActive, selectUsers, updateUser } from './accounts.queries.ts';
import { isLastAdmin, type RemoveOtherRecords, removeUser } from './delete-account.ts';
import { createUser } from './new-user.ts';
import { onlineSince, presentUser } from './present-user.ts';

/** The length of Most Active Users (docs/behaviour/accounts.md, 23). */
const mostActiveShown = 5;

export async function listUsers(
  shop: Shop,
  request: ListRequest<UserSortField>,
): Promise<{ users: User[]; total: number }> {
  await shop.presence.flush();
  const { rows, total } = await selectUsers(shop.database.read, request, onlineSince(shop));
  return { users: rows.map((row) => presentUser(shop, row)), total };
}

export async function listMostActive(shop: Shop): Promise<User[]> {
  await shop.presence.flush();
  const rows = await selectMostActive(shop.database.read, mostActiveShown);
  return rows.map((row) => presentUser(shop, row));
}

/** Refuses (409) an email that has an account. */
export async function addUser(
  shop: Shop,
  adminId: string,
  user: { name: string; email: string; password: string; isAdmin?: boolean | undefined },
): Promise<User | Refusal> {
  const isAdmin = user.isAdmin ?? false;
  const row = await createUser(shop, { ...user, isAdmin }, (tx, { id }) =>
    recordChange(tx, shop, { adminId, action: 'user added', subject: id, before: null, after: { isAdmin } }),
  );
  return isRefusal(row) ? row : presentUser(shop, row);
}

/**
 * Refuses an unknown user (404), the caller and the last admin (409), and a caller whose admin rights were revoked while the
 * call was under way (403).
 */
export async function deleteUser(
  shop: Shop,
  adminId: string,
  userId: string,
  removeOtherRecords: RemoveOtherRecords,
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const locked = await lockAdminsAndUser(tx, userId);
    if (!locked.some((row) => row.id === adminId && row.is_admin === 1)) return refuse('adminNeeded');
    const user = locked.find((row) => row.id === userId);
    if (!user) return refuse('noSuchUser');
    if (userId === adminId) return refuse('ownAccount');
    if (isLastAdmin(locked, user)) return refuse('lastAdmin');
    const before = { isAdmin: user.is_admin === 1 };
    await recordChange(tx, shop, { adminId, action: 'user deleted', subject: userId, before, after: null });
    await removeUser(tx, shop, user, removeOtherRecords);
    return null;
  });
}

/**
 * Grants or revokes admin rights; repeating it changes nothing. Refuses an unknown user (404), revoking the rights of the last
 * admin (409), and a caller whose admin rights were revoked while the call was under way (403).
 */
export async function setAdmin(
  shop: Shop,
  adminId: string,
  userId: string,
  isAdmin: boolean,
): Promise<{ message: string; user: User } | Refusal> {
  await shop.presence.flush();
  const user = await shop.database.write(async (tx) => {
    const locked = await lockAdminsAndUser(tx, userId);
    if (!locked.some((row) => row.id === adminId && row.is_admin === 1)) return refuse('adminNeeded');
    const before = locked.find((row) => row.id === userId);
    if (!before) return refuse('noSuchUser');
    if (!isAdmin && isLastAdmin(locked, before)) return refuse('lastAdmin');
    const is_admin = isAdmin ? 1 : 0;
    if (before.is_admin !== is_admin) {
      await updateUser(tx, userId, { is_admin });
      const action = `admin rights ${isAdmin ? 'granted' : 'revoked'}`;
      await recordChange(tx, shop, {
        adminId,
        action,
        subject: userId,
        before: { isAdmin: !isAdmin },
        after: { isAdmin },
      });
    }
    return presentUser(shop, { ...before, is_admin });
  });
  if (isRefusal(user)) return user;
  return { message: `User admin status ${isAdmin ? 'granted' : 'revoked'} successfully`, user };
}
