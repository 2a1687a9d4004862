import { type EmailKind, renderEmail } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';
import { defaultAdminEmail } from './owner-emails.ts';

const secondFactorTexts = {
  added: {
    kind: 'second factor added',
    subject: 'A second factor was added to your account',
    paragraph: 'From now on, signing in needs your password and a code of your authenticator app.',
  },
  removed: {
    kind: 'second factor removed',
    subject: 'The second factor of your account was removed',
    paragraph: 'From now on, signing in needs your password alone.',
  },
} as const satisfies Record<string, { kind: EmailKind; subject: string; paragraph: string }>;

/** Tells an admin that their second factor was added or removed. */
export function queueSecondFactorEmail(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  change: keyof typeof secondFactorTexts,
): Promise<void> {
  const { kind, subject, paragraph } = secondFactorTexts[change];
  return queue(tx, shop, user, { kind, subject, paragraphs: [paragraph] });
}

/** Tells an admin that a browser signed in which had not signed in to the account before. */
export function queueNewDeviceEmail(tx: Writer, shop: Shop, user: UserRow, device: string): Promise<void> {
  const paragraphs = [
    'Somebody, hopefully you, has just signed in to your account with a browser that has not been used for it before.',
    `The browser calls itself: ${device === '' ? 'nothing' : device}`,
  ];
  return queue(tx, shop, user, { kind: 'new device', subject: 'New sign-in to your account', paragraphs });
}

interface Content {
  kind: EmailKind;
  subject: string;
  paragraphs: string[];
}

/** Nothing is sent to the address of the admin whom the first start creates, because it has no mailbox. */
async function queue(tx: Writer, shop: Shop, user: UserRow, { kind, subject, paragraphs }: Content): Promise<void> {
  if (user.email === defaultAdminEmail) return;
  const { shopName, publicUrl } = shop.settings;
  const email = renderEmail({
    shopName,
    subject,
    heading: subject,
    paragraphs: [...paragraphs, 'If it was not you, change your password at once and sign out everywhere.'],
    button: { label: 'Password & Sessions', href: `${publicUrl}/account/security` },
  });
  await shop.mailer.queueEmail(tx, { kind, to: user.email, accountId: user.id, ...email });
}
