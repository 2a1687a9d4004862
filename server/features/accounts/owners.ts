import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { hasRole } from '#contract/roles.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { lockAdminsAndUser, type UserRow } from './accounts.queries.ts';

/** The rows that the transaction of an owner's action has locked. */
export interface LockedPeople {
  /** Every admin, and `user`. */
  locked: readonly UserRow[];
  /** The user on whom an owner acts. */
  user: UserRow;
}

/**
 * Locks every admin and the user on whom an owner acts; this is the first lock of the transaction. Refuses a caller who is not an owner
 * any more (403), and an unknown user (404).
 */
export async function lockForOwner(tx: Writer, ownerId: string, userId: string): Promise<LockedPeople | Refusal> {
  const locked = await lockOwners(tx, ownerId, userId);
  if (isRefusal(locked)) return locked;
  const user = locked.find((row) => row.id === userId);
  return user ? { locked, user } : refuse('noSuchUser');
}

/** Locks every admin, and the user `userId`, for an action of an owner. Refuses a caller who is not an owner any more (403). */
export async function lockOwners(tx: Writer, ownerId: string, userId = ownerId): Promise<UserRow[] | Refusal> {
  const locked = await lockAdminsAndUser(tx, userId);
  const caller = locked.find((row) => row.id === ownerId && row.role !== null && row.blocked_at === null);
  if (!caller) return refuse('adminNeeded');
  return hasRole(caller.role, 'owner') ? locked : refuse('roleNeeded');
}

/**
 * Whether `user` is the last owner. An owner who cannot sign in (a demo customer without a password hash, or a blocked one) does not
 * count as another owner.
 */
export function isLastOwner({ locked, user }: LockedPeople): boolean {
  const others = locked.filter((row) => row.role === 'owner' && row.id !== user.id);
  return user.role === 'owner' && !others.some((row) => row.password_hash !== '' && row.blocked_at === null);
}
