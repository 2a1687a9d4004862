import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';
import { defaultAdminEmail } from './owner-emails.ts';

const subjects = {
  totp: {
    added: 'A second factor was added to your account',
    removed: 'The second factor of your account was removed',
  },
  passkey: { added: 'A passkey was added to your account', removed: 'A passkey was removed from your account' },
} as const;

interface FactorChange {
  factor: keyof typeof subjects;
  action: 'added' | 'removed';
  /** The factors that a sign-in asks for from now on, without recovery codes; null if the password is enough. */
  left: readonly (keyof typeof subjects)[] | null;
}

/** Tells an admin that a second factor was added or removed. */
export function queueSecondFactorEmail(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  { factor, action, left }: FactorChange,
): Promise<void> {
  return queue(tx, shop, user, `second factor ${action}`, secondFactorEmail(shop, { factor, action, left }));
}

export function secondFactorEmail(shop: Shop, { factor, action, left }: FactorChange): EmailParts {
  return partsOf(shop, subjects[factor][action], [`From now on, signing in needs ${neededFor(left)}.`]);
}

function neededFor(left: FactorChange['left']): string {
  if (left === null) return 'your password alone';
  if (left.length === 2) return 'your password, and a passkey or a code of your authenticator app';
  if (left.length === 0) return 'your password and a recovery code';
  return left[0] === 'passkey' ? 'your password and a passkey' : 'your password and a code of your authenticator app';
}

/** Tells an admin that a browser signed in which had not signed in to the account before. */
export function queueNewDeviceEmail(tx: Writer, shop: Shop, user: UserRow, device: string): Promise<void> {
  return queue(tx, shop, user, 'new device', newDeviceEmail(shop, device));
}

export function newDeviceEmail(shop: Shop, device: string): EmailParts {
  return partsOf(shop, 'New sign-in to your account', [
    'Somebody, hopefully you, has just signed in to your account with a browser that has not been used for it before.',
    `The browser calls itself: ${device === '' ? 'nothing' : device}`,
  ]);
}

function partsOf({ settings }: Shop, subject: string, paragraphs: readonly string[]): EmailParts {
  return {
    subject,
    heading: subject,
    paragraphs: [...paragraphs, 'If it was not you, change your password at once and sign out everywhere.'],
    button: { label: 'Password & Sessions', href: `${settings.publicUrl}/account/security` },
  };
}

/** Nothing is sent to the address of the admin whom the first start creates, because it has no mailbox. */
async function queue(tx: Writer, shop: Shop, user: UserRow, kind: EmailKind, parts: EmailParts): Promise<void> {
  if (user.email === defaultAdminEmail) return;
  await shop.mailer.queueEmail(tx, { kind, to: user.email, accountId: user.id, ...parts });
}
