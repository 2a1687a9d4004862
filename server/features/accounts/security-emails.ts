import type { Language } from '#contract/languages.ts';
import { type EmailKind, type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';

interface FactorChange {
  factor: 'totp' | 'passkey';
  action: 'added' | 'removed';
  /** The factors that a sign-in asks for from now on, without recovery codes; null if the password is enough. */
  left: readonly FactorChange['factor'][] | null;
}

/** Tells an admin that a second factor was added or removed. */
export async function queueSecondFactorEmail(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  change: FactorChange,
): Promise<void> {
  const language = await findAnswerLanguage(tx, user.language);
  await queue(tx, shop, user, `second factor ${change.action}`, secondFactorEmail(shop, language, change));
}

export function secondFactorEmail(shop: Shop, language: Language, change: FactorChange): EmailParts {
  const say = sayIn(language);
  return partsOf(shop, language, subjectOf(say, change), [neededFor(say, change.left)]);
}

function subjectOf(say: Say, { factor, action }: FactorChange): string {
  if (factor === 'passkey')
    return action === 'added'
      ? say('A passkey was added to your account')
      : say('A passkey was removed from your account');
  return action === 'added'
    ? say('A second factor was added to your account')
    : say('The second factor of your account was removed');
}

function neededFor(say: Say, left: FactorChange['left']): string {
  if (left === null) return say('From now on, signing in needs your password alone.');
  if (left.length === 2)
    return say('From now on, signing in needs your password, and a passkey or a code of your authenticator app.');
  if (left.length === 0) return say('From now on, signing in needs your password and a recovery code.');
  return left[0] === 'passkey'
    ? say('From now on, signing in needs your password and a passkey.')
    : say('From now on, signing in needs your password and a code of your authenticator app.');
}

/** Tells an admin that a browser signed in which had not signed in to the account before. */
export async function queueNewDeviceEmail(tx: Writer, shop: Shop, user: UserRow, device: string): Promise<void> {
  const language = await findAnswerLanguage(tx, user.language);
  await queue(tx, shop, user, 'new device', newDeviceEmail(shop, language, device));
}

export function newDeviceEmail(shop: Shop, language: Language, device: string): EmailParts {
  const say = sayIn(language);
  return partsOf(shop, language, say('New sign-in to your account'), [
    say(
      'Somebody, hopefully you, has just signed in to your account with a browser that has not been used for it before.',
    ),
    device === '' ? say('The browser calls itself: nothing') : say('The browser calls itself: {device}', { device }),
  ]);
}

function partsOf(shop: Shop, language: Language, subject: string, paragraphs: readonly string[]): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject,
    paragraphs: [...paragraphs, say('If it was not you, change your password at once and sign out everywhere.')],
    button: { label: say('Password & Sessions'), href: pageAddress(shop, language, '/account/security') },
  };
}

async function queue(tx: Writer, shop: Shop, user: UserRow, kind: EmailKind, parts: EmailParts): Promise<void> {
  await shop.mailer.queueEmail(tx, { kind, to: user.email, accountId: user.id, ...parts });
}
