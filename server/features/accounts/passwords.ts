import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { PasskeyAnswer } from '#contract/passkeys.ts';
import { foldText } from '#contract/text.ts';
import {
  callerNetwork,
  checkRateLimit,
  clearAttempts,
  countAttempt,
  runExclusive,
} from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Device } from '#server/platform/http/handlers.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { passwordChangedEmail, passwordResetEmail } from './account-emails.ts';
import {
  lockUserRow,
  selectUser,
  selectUserByEmail,
  type UserRow,
  updateUser,
  updateUsersLastSeen,
} from './accounts.queries.ts';
import { deleteChallengesOf } from './challenges.queries.ts';
import { markConfirmed } from './email-confirmation.ts';
import { createDeviceMark } from './known-device.ts';
import { deleteExpiredLinks, deleteLinksOf, insertLink, selectLink } from './links.queries.ts';
import { hashNewPassword } from './new-password.ts';
import { hasSecondFactor } from './second-factor.ts';
import { confirmWithSecondFactor } from './second-factor-confirmation.ts';
import { deleteSessionsOf, updateConfirmedAt } from './sessions.queries.ts';
import { accountRateLimit } from './sign-in.ts';
import { newToken } from './tokens.ts';

const hour = 60 * 60_000;

/**
 * Sends a link to set a new password if the email has an account. The answer and the number of transactions are the same for a
 * known and an unknown email, so a caller cannot distinguish them. Refuses (429) more than 5 calls an hour for one email or 30
 * for one address.
 */
export function forgotPassword(shop: Shop, email: string, address: string): Promise<Refusal | null> {
  const { token, tokenHash } = newToken(shop);
  return shop.database.write(async (tx) => {
    const limited = await countAttempt(tx, shop, [
      { subject: `forgot account:${foldText(email)}`, limit: 5, window: hour },
      { subject: `forgot address:${callerNetwork(address)}`, limit: 30, window: hour },
    ]);
    if (limited) return limited;
    const known = await selectUserByEmail(tx, email);
    const user = known && (await lockUserRow(tx, known.id));
    if (!user) return null;
    await deleteExpiredLinks(tx, user.id, shop.clock());
    await insertLink(tx, {
      kind: 'password',
      token_hash: tokenHash,
      user_id: user.id,
      expires_at: shop.clock() + durations.passwordReset,
    });
    const content = passwordResetEmail(shop, await findAnswerLanguage(tx, user.language), token);
    await shop.mailer.queueEmail(tx, { kind: 'password reset', to: user.email, accountId: user.id, ...content });
    return null;
  });
}

/**
 * Sets a new password with the token of a link, which works once and for one hour. Ends every session and every other reset link of
 * the user. The browser counts as a known device from then on, since the person who reads the email owns the account, unless the
 * account has a second factor. Refuses (400) a token that was used or has expired, and a password that is easy to guess.
 */
export async function resetPassword(
  shop: Shop,
  token: string,
  newPassword: string,
  { device, address }: { device: Device; address: string },
): Promise<Refusal | null> {
  const tokenHash = hashOfToken(token);
  const link = () => ({ kind: 'password', tokenHash, now: shop.clock() }) as const;
  const known = await selectLink(shop.database.read, link());
  const owner = known && (await selectUser(shop.database.read, known.user_id));
  if (!owner) return refuse('resetLinkInvalid');
  const passwordHash = await hashNewPassword(
    shop,
    { password: newPassword, email: owner.email, field: 'newPassword' },
    { lane: 'account', caller: callerNetwork(address) },
  );
  if (isRefusal(passwordHash)) return passwordHash;
  const reset = await shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, known.user_id);
    if (!user || !(await selectLink(tx, link()))) return refuse('resetLinkInvalid');
    await setPassword(tx, shop, { user, passwordHash, currentTokenHash: null });
    // The link has proved that its reader has this mailbox.
    if (user.email_confirmed_at === null) await markConfirmed(tx, shop, user.id);
    return { needsSecondStep: await hasSecondFactor(tx, user), user: { ...user, password_hash: passwordHash } };
  });
  if (isRefusal(reset)) return reset;
  // Access to the mailbox does not replace the second factor: only the second step of a sign-in makes the browser known.
  if (!reset.needsSecondStep) device.keep(createDeviceMark(shop, reset.user));
  logSecurityEvent(shop.log, 'password reset', { account: known.user_id, address });
  return null;
}

/**
 * Sets a new password and ends every session except the caller's. Refuses a wrong current password like `confirmPassword`, and a new one
 * that is easy to guess (400).
 */
export async function changePassword(
  shop: Shop,
  userId: string,
  passwords: { currentPassword: string; newPassword: string },
  caller: { tokenHash: string; device: Device; address: string },
): Promise<Refusal | null> {
  const confirmed = await confirmPassword(shop, userId, passwords.currentPassword);
  if (isRefusal(confirmed)) return confirmed;
  const passwordHash = await hashNewPassword(
    shop,
    { password: passwords.newPassword, email: confirmed.email, field: 'newPassword' },
    { lane: 'account', caller: userId },
  );
  if (isRefusal(passwordHash)) return passwordHash;
  const changed = await shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (user.password_hash !== confirmed.password_hash) return refuse('currentPasswordWrong');
    await setPassword(tx, shop, { user, passwordHash, currentTokenHash: caller.tokenHash });
    return { ...user, password_hash: passwordHash };
  });
  if (isRefusal(changed)) return changed;
  caller.device.keep(createDeviceMark(shop, changed));
  logSecurityEvent(shop.log, 'password changed', { account: userId, address: caller.address });
  return null;
}

/**
 * Returns the user if the password is theirs. Refuses a wrong password (403), and any password after 10 failures in 15 minutes
 * (429): otherwise somebody with a stolen session could guess it.
 */
export function confirmPassword(shop: Shop, userId: string, password: string): Promise<UserRow | Refusal> {
  const rateLimit = { subject: `password user:${userId}`, limit: 10, window: durations.signInWindow };
  return runExclusive(shop, rateLimit.subject, async () => {
    const limited = await checkRateLimit(shop.database.read, shop, [rateLimit]);
    if (limited) return limited;
    const user = await selectUser(shop.database.read, userId);
    if (!user) return refuse('signInNeeded');
    if (await shop.passwords.verify(password, user.password_hash, { lane: 'account', caller: userId })) return user;
    const refused = await shop.database.write((tx) => countAttempt(tx, shop, [rateLimit]));
    return refused ?? refuse('currentPasswordWrong');
  });
}

/**
 * Records that the password or the second factor was given in a session, for the endpoints that need this. Refuses a wrong one like
 * `confirmPassword` and `confirmWithSecondFactor`.
 */
export async function confirmIdentity(
  shop: Shop,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  proof: { password: string } | { code: string } | { passkey: PasskeyAnswer },
): Promise<Refusal | null> {
  const confirmed = await ('password' in proof
    ? confirmPassword(shop, userId, proof.password)
    : confirmWithSecondFactor(shop, userId, proof));
  if (isRefusal(confirmed)) return confirmed;
  await shop.database.write((tx) => updateConfirmedAt(tx, tokenHash, shop.clock()));
  return null;
}

/**
 * Sets the password of a locked user, ends sessions, begun sign-ins and links that reset the password, and sends an email. Links that
 * undo a change of the email stay, so that the owner can undo it after a thief has changed both. `currentTokenHash` names the session
 * that continues; null ends them all.
 */
export async function setPassword(
  tx: Writer,
  shop: Shop,
  { user, passwordHash, currentTokenHash }: { user: UserRow; passwordHash: string; currentTokenHash: string | null },
): Promise<void> {
  await updateUser(tx, user.id, { password_hash: passwordHash });
  await deleteLinksOf(tx, user.id, 'password');
  await deleteChallengesOf(tx, user.id);
  await deleteSessionsOf(tx, user.id, currentTokenHash);
  await updateUsersLastSeen(tx, [user.id]);
  await clearAttempts(tx, accountRateLimit(user.email).subject);
  if (user.role !== null) {
    const action = currentTokenHash === null ? 'own password reset by letter' : 'own password changed';
    await recordChange(tx, shop, { adminId: user.id, action, subject: user.id, before: null, after: null });
  }
  const email = passwordChangedEmail(shop, await findAnswerLanguage(tx, user.language));
  await shop.mailer.queueEmail(tx, { kind: 'password changed', to: user.email, accountId: user.id, ...email });
}
