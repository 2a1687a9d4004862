import type { User } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Role } from '#contract/roles.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Shop } from '#server/shop.ts';
import { updateUser } from './accounts.queries.ts';
import { deleteInvitationsTo } from './invitations.queries.ts';
import { findUnwrittenLastSeen, withLastSeen } from './last-seen.ts';
import { deleteLinksOf } from './links.queries.ts';
import { isLastOwner, lockForOwner } from './owners.ts';
import { queueRoleEmails } from './people-emails.ts';
import { presentUser } from './present-user.ts';

/**
 * Gives a user a role, or none (null); repeating it changes nothing. Every owner gets an email. Refuses an unknown user (404),
 * another role for the last owner (409), and a caller who is not an owner any more (403).
 */
export async function changeRole(
  shop: Shop,
  ownerId: string,
  userId: string,
  role: Role | null,
): Promise<User | Refusal> {
  return shop.database.write(async (tx) => {
    const people = await lockForOwner(tx, ownerId, userId);
    if (isRefusal(people)) return people;
    const { locked, user } = people;
    await tx.checkCaller();
    if (role !== 'owner' && isLastOwner(people)) return refuse('lastOwner');
    if (user.role !== role) {
      const [before, after] = [stateOf(user.role), stateOf(role)];
      await recordChange(tx, shop, {
        adminId: ownerId,
        action: actionOf(user.role, role),
        subject: userId,
        before,
        after,
      });
      // Before the change, so that an owner who loses the role is told, too.
      await queueRoleEmails(tx, shop, { owner: locked.find(({ id }) => id === ownerId), user, role });
      await updateUser(tx, userId, { role });
      await deleteInvitationsTo(tx, user.email);
      // Nobody may get the new role by a link from before. Somebody who loses a role can still undo a change of the email.
      if (user.role === null)
        for (const kind of ['undo email', 'password'] as const) await deleteLinksOf(tx, userId, kind);
    }
    const unwritten = await findUnwrittenLastSeen(tx, shop, [userId]);
    return presentUser(shop, withLastSeen({ ...user, role }, unwritten));
  });
}

/**
 * Gives somebody with a role the right to set prices as staff, or takes it away; repeating it changes nothing. Refuses a user who is
 * unknown or has no role (404), and a caller who is not an owner any more (403).
 */
export function changePriceRight(
  shop: Shop,
  ownerId: string,
  { userId, maySetPrices }: { userId: string; maySetPrices: boolean },
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const people = await lockForOwner(tx, ownerId, userId);
    if (isRefusal(people)) return people;
    const { role, may_set_prices } = people.user;
    if (role === null) return refuse('noSuchUser');
    if ((may_set_prices === 1) === maySetPrices) return null;
    const [before, after] = [{ maySetPrices: !maySetPrices }, { maySetPrices }];
    const action = maySetPrices ? 'right to set prices given' : 'right to set prices taken away';
    await recordChange(tx, shop, { adminId: ownerId, action, subject: userId, before, after });
    await updateUser(tx, userId, { may_set_prices: maySetPrices ? 1 : 0 });
    return null;
  });
}

const stateOf = (role: Role | null) => ({ isAdmin: role !== null, role });

function actionOf(before: Role | null, after: Role | null): string {
  if (after === null) return 'admin rights revoked';
  return before === null ? 'admin rights granted' : 'role changed';
}
