import type { User, UserSortField } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import { recordChange } from '#server/audit/audit.ts';
import type { Shop } from '#server/shop.ts';
import { lockAdminsAnd, selectMostActive, selectUsers, updateUser } from './accounts.queries.ts';
import { isLastAdmin, removeUser } from './leaving.ts';
import { createUser } from './new-user.ts';
import { onlineSince, presentUser } from './present-user.ts';

/** SPEC.md §9: Most Active Users shows 5. */
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

/** Refused (409) when the email has an account. */
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

/** Refused: unknown 404, oneself and the last admin 409; 403 when the caller's own rights went in this very moment. */
export async function deleteUser(shop: Shop, adminId: string, userId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    if (!locked.some((row) => row.id === adminId && row.is_admin === 1)) return refuse('adminNeeded');
    const user = locked.find((row) => row.id === userId);
    if (!user) return refuse('noSuchUser');
    if (userId === adminId) return refuse('ownAccount');
    if (isLastAdmin(locked, user)) return refuse('lastAdmin');
    const before = { isAdmin: user.is_admin === 1 };
    await recordChange(tx, shop, { adminId, action: 'user deleted', subject: userId, before, after: null });
    await removeUser(shop, tx, user);
    return null;
  });
}

/** Repeating it changes nothing. Refused: unknown 404, taking the last admin's rights 409. */
export async function setAdmin(
  shop: Shop,
  adminId: string,
  userId: string,
  isAdmin: boolean,
): Promise<{ message: string; user: User } | Refusal> {
  await shop.presence.flush();
  const user = await shop.database.write(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
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
