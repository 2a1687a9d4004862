import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import { confirmationEmail, emailChangedEmail, passwordChangedEmail, passwordResetEmail } from './account-emails.ts';
import { adminAddressEmail, invitationEmail, roleEmail } from './people-emails.ts';
import { newDeviceEmail, secondFactorEmail } from './security-emails.ts';

const token = 'example';
const linh = { id: 'linh', name: 'Linh Trần', email: 'linh@example.com' };
const minh = { id: 'minh', name: 'Minh Phạm', email: 'minh@example.com' };

/** The emails about accounts with made-up data. Their links open nothing. */
export function exampleAccountEmails(shop: Shop, shopName: string) {
  return {
    'password reset': passwordResetEmail(shop, 'en', token),
    'password changed': passwordChangedEmail(shop, 'en'),
    'email changed': emailChangedEmail(shop, 'en', { token, email: 'anna.new@example.com' }),
    'email confirmation': confirmationEmail(shop, 'en', { token, shopName }),
    'second factor added': secondFactorEmail(shop, 'en', { factor: 'passkey', action: 'added', left: ['passkey'] }),
    'second factor removed': secondFactorEmail(shop, 'en', { factor: 'totp', action: 'removed', left: null }),
    'new device': newDeviceEmail(shop, 'en', 'Mozilla/5.0 (Macintosh) Safari/26.0'),
    'staff invitation': invitationEmail(shop, 'en', { token, role: 'staff', shopName, owner: linh }),
    'admin: role changed': roleEmail(shop, 'en', { owner: linh, user: minh, role: 'staff' }),
    'admin: email changed': adminAddressEmail(shop, 'en', minh, 'minh.new@example.com'),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}
