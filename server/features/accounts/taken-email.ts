import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { selectFormerOwner } from './links.queries.ts';

/**
 * Whether another account has this email, or had it and can still get it back with the link that undoes its change. Otherwise
 * anybody who took over an account could register its former address, and the owner could not undo the change. `userId`: the account
 * that wants the email.
 */
export async function isEmailTaken(
  reader: Reader,
  shop: Pick<Shop, 'clock'>,
  email: string,
  userId = '',
): Promise<boolean> {
  const owner = await selectUserByEmail(reader, email);
  if (owner && owner.id !== userId) return true;
  return (await selectFormerOwner(reader, { email, now: shop.clock(), except: userId })) !== undefined;
}
