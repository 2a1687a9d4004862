import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { callerNetwork, countAttempt, forgetAttempts, inTurn, refuseUsedUp } from '#server/attempts/attempts.ts';
import type { Writer } from '#server/database/database.ts';
import type { Device } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  lockUserRow,
  selectUser,
  selectUserByEmail,
  type UserRow,
  updateUser,
  updateUsersLastSeen,
} from './accounts.queries.ts';
import { newMark } from './known-device.ts';
import { passwordChangedLetter, resetLetter } from './letters.ts';
import { deleteExpiredResets, deleteResetsOf, deleteSessionsOf, insertReset, selectReset } from './sessions.queries.ts';
import { accountAllowance } from './sign-in.ts';
import { hashOfToken, newToken } from './tokens.ts';

const hour = 60 * 60_000;

/**
 * Sends a link to set a new password, where the address has an account. Known and unknown addresses cannot be told apart: same
 * answer, and one transaction either way, so the same time. Refused (429) after 5 an hour per account, 30 per address.
 */
export async function forgotPassword(shop: Shop, email: string, address: string): Promise<Refusal | null> {
  const { token, tokenHash } = newToken(shop);
  const letter = resetLetter(shop, token);
  const refused = await shop.database.write(async (tx) => {
    const usedUp = await countAttempt(shop, tx, [
      { subject: `forgot account:${foldText(email)}`, limit: 5, window: hour },
      { subject: `forgot address:${callerNetwork(address)}`, limit: 30, window: hour },
    ]);
    if (usedUp) return usedUp;
    const known = await selectUserByEmail(tx, email);
    const user = known && (await lockUserRow(tx, known.id));
    if (!user) return null;
    await deleteExpiredResets(tx, user.id, shop.clock());
    await insertReset(tx, {
      token_hash: tokenHash,
      user_id: user.id,
      expires_at: shop.clock() + durations.passwordReset,
    });
    await shop.mailer.queueMail(tx, { to: user.email, ...letter });
    return null;
  });
  shop.mailer.wake();
  return refused;
}

/**
 * Once, within the hour: every session and every other such link ends. Who has the letter is the owner, so the browser is known
 * from then on. Refused (400) when the link is dead.
 */
export async function resetPassword(
  shop: Shop,
  token: string,
  newPassword: string,
  device: Device,
): Promise<Refusal | null> {
  const tokenHash = hashOfToken(token);
  const known = await selectReset(shop.database.read, tokenHash, shop.clock());
  if (!known) return refuse('resetLinkDead');
  const passwordHash = await shop.passwords.hash(newPassword);
  const refused = await shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, known.user_id);
    if (!user || !(await selectReset(tx, tokenHash, shop.clock()))) return refuse('resetLinkDead');
    await setPassword(shop, tx, user, { passwordHash, keepSession: null });
    return null;
  });
  if (!refused) device.keep(newMark(shop, { id: known.user_id, password_hash: passwordHash }));
  shop.mailer.wake();
  return refused;
}

/** Every session but the asking one ends. Refused (403) when the current password is wrong. */
export async function changePassword(
  shop: Shop,
  userId: string,
  passwords: { currentPassword: string; newPassword: string },
  asking: { tokenHash: string; device: Device },
): Promise<Refusal | null> {
  const confirmed = await confirmPassword(shop, userId, passwords.currentPassword);
  if (isRefusal(confirmed)) return confirmed;
  const passwordHash = await shop.passwords.hash(passwords.newPassword);
  const refused = await shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (user.password_hash !== confirmed.password_hash) return refuse('currentPasswordWrong');
    await setPassword(shop, tx, user, { passwordHash, keepSession: asking.tokenHash });
    return null;
  });
  if (!refused) asking.device.keep(newMark(shop, { id: userId, password_hash: passwordHash }));
  shop.mailer.wake();
  return refused;
}

/** The user whose password this is. Refused: wrong 403; after 10 failures in 15 minutes 429, as a stolen session could guess. */
export function confirmPassword(shop: Shop, userId: string, password: string): Promise<UserRow | Refusal> {
  const allowance = { subject: `password user:${userId}`, limit: 10, window: durations.signInWindow };
  return inTurn(shop, allowance.subject, async () => {
    const usedUp = await refuseUsedUp(shop, [allowance]);
    if (usedUp) return usedUp;
    const user = await selectUser(shop.database.read, userId);
    if (!user) return refuse('signInNeeded');
    if (await shop.passwords.verify(password, user.password_hash)) return user;
    const refused = await shop.database.write((tx) => countAttempt(shop, tx, [allowance]));
    return refused ?? refuse('currentPasswordWrong');
  });
}

async function setPassword(
  shop: Shop,
  tx: Writer,
  user: UserRow,
  { passwordHash, keepSession }: { passwordHash: string; keepSession: string | null },
): Promise<void> {
  await updateUser(tx, user.id, { password_hash: passwordHash });
  await deleteResetsOf(tx, user.id);
  await deleteSessionsOf(tx, user.id, keepSession);
  await updateUsersLastSeen(tx, [user.id]);
  await forgetAttempts(tx, accountAllowance(user.email).subject);
  await shop.mailer.queueMail(tx, { to: user.email, ...passwordChangedLetter(shop) });
}
