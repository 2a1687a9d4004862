import type { Shop } from '#server/shop.ts';
import { hasAdmin, insertUser, selectUserByEmail, updateUser } from './accounts.queries.ts';
import { newUserRow } from './new-user.ts';
import { deleteResetsOf, deleteSessionsOf } from './sessions.queries.ts';

/** Ends in .local: an address that nobody has, and that no enquiry is mailed to (ownerEmail). */
const emailOfFirstAdmin = 'admin@shop.local';

/**
 * Where no admin exists one is made: ADMIN_EMAIL with ADMIN_PASSWORD, else with a random password that is answered here once,
 * to be printed. Of processes that start at once one makes it (the unique email decides). An account that already has the
 * address becomes the admin with this password and without its old sessions: whoever registered it need not be the owner.
 */
export async function ensureAdmin(shop: Shop): Promise<{ email: string; password: string } | null> {
  if (await hasAdmin(shop.database.read)) return null;
  const given = shop.settings.admin;
  const { email, password } = given ?? {
    email: emailOfFirstAdmin,
    password: shop.randomBytes(12).toString('base64url'),
  };
  const passwordHash = await shop.passwords.hash(password);
  const isMade = await shop.database.write(async (tx) => {
    if (await hasAdmin(tx)) return false;
    const known = await selectUserByEmail(tx, email);
    if (known) {
      await updateUser(tx, known.id, { is_admin: 1, password_hash: passwordHash });
      await deleteSessionsOf(tx, known.id, null);
      await deleteResetsOf(tx, known.id);
    } else {
      await insertUser(tx, newUserRow(shop, { name: 'Admin', email, passwordHash, isAdmin: true }));
    }
    return true;
  });
  return isMade && !given ? { email, password } : null;
}
