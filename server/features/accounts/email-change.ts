import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import { callerNetwork, checkRateLimit, clearAttempts, countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { emailChangedEmail, emailRestoredEmail } from './account-emails.ts';
import { lockUserRow, selectUserByEmail, type UserRow, updateUser, updateUsersLastSeen } from './accounts.queries.ts';
import { sendConfirmation } from './email-confirmation.ts';
import { deleteExpiredLinks, deleteLinksOf, insertLink, selectLastExpiry, selectLink } from './links.queries.ts';
import { hashNewPassword } from './new-password.ts';
import { setPassword } from './passwords.ts';
import { queueAdminEmailChanged } from './people-emails.ts';
import { deleteSessionsOf } from './sessions.queries.ts';
import { accountRateLimit } from './sign-in.ts';
import { noCard } from './stored-cards.ts';
import { isEmailTaken, takenEmailRateLimit } from './taken-email.ts';
import { newToken } from './tokens.ts';

/** Milliseconds. */
const hour = 60 * 60_000;

/**
 * Does what a new email requires, in the transaction that stores it: the former address gets a link that undoes the change, and
 * reset links that it received do not work any more; the new address gets a link that confirms it. `user`: locked, with the former
 * address. Refuses an email that another account has (409; the caller counts that with `refuseTakenEmail` after the transaction), more
 * than 5 changes of one account or 20 of one client network in an hour, and any after 50 such refusals (429).
 */
export async function changeEmail(
  tx: Writer,
  shop: Shop,
  { user, email, address }: { user: UserRow; email: string; address: string },
): Promise<Refusal | null> {
  const askedTooOften = await checkRateLimit(tx, shop, [takenEmailRateLimit(address)]);
  if (askedTooOften) return askedTooOften;
  if (await isEmailTaken(tx, shop, email, user.id)) return refuse('emailTaken');
  // Every change reserves the former address for a week and writes to two addresses.
  const limited = await countAttempt(tx, shop, [
    { subject: `change email:${user.id}`, limit: 5, window: hour },
    { subject: `change email address:${callerNetwork(address)}`, limit: 20, window: hour },
  ]);
  if (limited) return limited;
  await deleteLinksOf(tx, user.id, 'password');
  await deleteLinksOf(tx, user.id, 'confirm email');
  await recordEmail(tx, shop, user, { action: 'own email changed', email });
  const token = await createUndoLink(tx, shop, user);
  const { language } = user;
  const letter = emailChangedEmail(shop, await findAnswerLanguage(tx, language), { token, email });
  await shop.mailer.queueEmail(tx, { kind: 'email changed', to: user.email, accountId: user.id, ...letter });
  await sendConfirmation(tx, shop, { id: user.id, email, language });
  tx.afterCommit(() => logSecurityEvent(shop.log, 'email changed', { account: user.id, address }));
  return null;
}

/**
 * Gives the account back the address to which the link was sent, and ends every session and every reset link. Sets a new password if
 * one is given, because the person who changed the address knew the old one. Links of earlier changes still work: otherwise a thief could
 * end the owner's link by changing the address again and undoing that. Refuses a link that was used or has expired and a password that is
 * easy to guess (400), and an address that another account has (409).
 */
export async function undoEmailChange(
  shop: Shop,
  { token, newPassword }: { token: string; newPassword?: string | undefined },
  address: string,
): Promise<Refusal | null> {
  const link = () => ({ kind: 'undo email', tokenHash: hashOfToken(token), now: shop.clock() }) as const;
  const known = await selectLink(shop.database.read, link());
  if (!known) return refuse('linkInvalid');
  const passwordHash =
    newPassword === undefined
      ? null
      : await hashNewPassword(
          shop,
          { password: newPassword, email: known.email, field: 'newPassword' },
          { lane: 'account', caller: callerNetwork(address) },
        );
  if (isRefusal(passwordHash)) return passwordHash;
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, known.user_id);
    if (!user || !(await selectLink(tx, link()))) return refuse('linkInvalid');
    const { email } = known;
    const owner = await selectUserByEmail(tx, email);
    if (owner && owner.id !== user.id) return refuse('emailTaken');
    await recordEmail(tx, shop, user, { action: 'own email restored by letter', email });
    // The link has proved that its reader has this mailbox.
    const restored = { email, email_folded: foldText(email), email_confirmed_at: shop.clock() };
    await updateUser(tx, user.id, restored);
    if (user.email_confirmed_at !== null) await takeFromOthers(tx, shop, user);
    await deleteLinksOf(tx, user.id, 'undo email', known.expires_at);
    await deleteLinksOf(tx, user.id, 'confirm email');
    if (passwordHash) {
      await setPassword(tx, shop, { user: { ...user, ...restored }, passwordHash, currentTokenHash: null });
    } else {
      await deleteLinksOf(tx, user.id, 'password');
      await deleteSessionsOf(tx, user.id, null);
      await updateUsersLastSeen(tx, [user.id]);
      await clearAttempts(tx, accountRateLimit(email).subject);
    }
    tx.afterCommit(() =>
      logSecurityEvent(shop.log, 'email changed', { account: user.id, address, reason: 'undone by link' }),
    );
    return null;
  });
}

/** For an account that loses a confirmed address: tells that address, and deletes what its reader may have stored in the account. */
async function takeFromOthers(tx: Writer, shop: Shop, { id, email, language }: UserRow): Promise<void> {
  await updateUser(tx, id, nothingStored);
  const letter = emailRestoredEmail(await findAnswerLanguage(tx, language));
  await shop.mailer.queueEmail(tx, { kind: 'email changed', to: email, accountId: id, ...letter });
}

/** The columns of payment details, phone and addresses, all empty. */
const nothingStored: Partial<UserRow> = {
  phone: '',
  delivery_address: '',
  delivery_city: '',
  delivery_postcode: '',
  billing_address: '',
  billing_city: '',
  billing_postcode: '',
  paypal_email: '',
  ...noCard,
};

/** Creates a link that undoes a change, and returns its token. It expires later than all links of earlier changes. */
async function createUndoLink(tx: Writer, shop: Shop, user: UserRow): Promise<string> {
  const { id, email } = user;
  const { token, tokenHash } = newToken(shop);
  await deleteExpiredLinks(tx, id, shop.clock());
  const last = await selectLastExpiry(tx, id, 'undo email');
  const was_confirmed = user.email_confirmed_at === null ? 0 : 1;
  const expires_at = Math.max(shop.clock() + durations.emailChangeUndo, last + 1);
  await insertLink(tx, { token_hash: tokenHash, user_id: id, expires_at, kind: 'undo email', email, was_confirmed });
  return token;
}

/**
 * Records the change of an email in the audit, and tells the other owners if it is an admin's. Call it before the account has the new
 * address, because the audit entry names the account with the present one.
 */
async function recordEmail(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  { action, email }: { action: string; email: string },
): Promise<void> {
  const [before, after] = [{ email: user.email }, { email }];
  await recordChange(tx, shop, { adminId: user.id, action, subject: user.id, before, after });
  if (user.role !== null) await queueAdminEmailChanged(tx, shop, user, email);
}
