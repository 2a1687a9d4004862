import { type Letter, letter } from '#server/mail/mail.ts';
import type { Shop } from '#server/shop.ts';

/** Behind `#`, the token reaches neither a server's log nor another site's Referer. */
const resetPage = '/reset-password#';

export function resetLetter({ settings }: Shop, token: string): Letter {
  return letter({
    shopName: settings.shopName,
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      'The link works once, within one hour. If it was not you, you need not do anything: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', href: `${settings.publicUrl}${resetPage}${token}` },
  });
}

export function passwordChangedLetter({ settings }: Shop): Letter {
  return letter({
    shopName: settings.shopName,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account has just been changed, and your other sessions were signed out.',
      'If it was not you, please ask for a new password on the sign-in form at once.',
    ],
    button: { label: 'Go to the shop', href: settings.publicUrl },
  });
}
