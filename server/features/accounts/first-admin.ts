import { defaultAdminEmail } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import { hasOwner, insertUser, lockUserRow, selectUserByEmail, updateUser } from './accounts.queries.ts';
import { deleteLinksOf } from './links.queries.ts';
import { refuseNewPassword } from './new-password.ts';
import { newUserRow } from './new-user.ts';
import { deleteSessionsOf } from './sessions.queries.ts';

/**
 * Creates an owner if there is none: ADMIN_EMAIL with ADMIN_PASSWORD, else the default email with a random password, which is returned
 * once, to be printed; otherwise returns null. If several processes start together, the unique index on emails lets one of them create
 * it. If the email has an account already, that account becomes the owner with this password, and its sessions and links end, because
 * anybody may have registered it.
 */
export async function ensureAdmin(shop: Shop): Promise<{ email: string; password: string } | null> {
  if (await hasOwner(shop.database.read)) return null;
  const configured = shop.settings.admin;
  const { email, password } = configured ?? {
    email: defaultAdminEmail,
    password: shop.randomBytes(12).toString('base64url'),
  };
  // It is the operator's own setting, so a guessable one does not stop the start.
  if (configured && (await refuseNewPassword(shop, { password, email, field: 'password' })))
    shop.log.warn('ADMIN_PASSWORD is easy to guess. Change the password of this account in the shop.');
  const passwordHash = await shop.passwords.hash(password);
  const isCreated = await shop.database.write(async (tx) => {
    if (await hasOwner(tx)) return false;
    const known = await selectUserByEmail(tx, email);
    const user = known && (await lockUserRow(tx, known.id));
    // Another process has made this account an owner since the first check.
    if (user?.role === 'owner') return false;
    if (user) {
      await updateUser(tx, user.id, {
        role: 'owner',
        password_hash: passwordHash,
        blocked_at: null,
        block_reason: null,
      });
      await deleteSessionsOf(tx, user.id, null);
      await deleteLinksOf(tx, user.id, 'password');
      await deleteLinksOf(tx, user.id, 'confirm email');
      await deleteLinksOf(tx, user.id, 'undo email');
    } else {
      await insertUser(tx, newUserRow(shop, { name: 'Admin', email, passwordHash, role: 'owner' }));
    }
    return true;
  });
  return isCreated && !configured ? { email, password } : null;
}
