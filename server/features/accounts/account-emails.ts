import type { EmailParts } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';

/** Pages of links. Browsers do not send what follows `#`, so the token appears in no server log and no Referer header. */
const pages = {
  resetPassword: '/reset-password#',
  confirmEmail: '/confirm-email#',
  undoEmail: '/undo-email#',
} as const;

export function passwordResetEmail({ settings }: Shop, token: string): EmailParts {
  return {
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      'The link works once, within one hour. If it was not you, you need not do anything: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', href: `${settings.publicUrl}${pages.resetPassword}${token}` },
  };
}

export function passwordChangedEmail({ settings }: Shop): EmailParts {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account has just been changed, and your other sessions were signed out.',
      'If it was not you, please ask for a new password on the sign-in form at once.',
    ],
    button: { label: 'Go to the shop', href: settings.publicUrl },
  };
}

/** To the former address. */
export function emailChangedEmail({ settings }: Shop, { token, email }: { token: string; email: string }): EmailParts {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account now has the email address ${email}. Nothing more is sent to this one.`,
      'If it was not you, undo it with the link and choose a new password. The link works for 7 days.',
    ],
    button: { label: 'Undo the change', href: `${settings.publicUrl}${pages.undoEmail}${token}` },
  };
}

/** To the address that loses the account, if it had been confirmed. */
export function emailRestoredEmail(): EmailParts {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      'The former address of this account has taken the account back with a link. Nothing more is sent to this one.',
      'The phone number, addresses and payment details of the account were deleted. You can register a new account.',
    ],
  };
}

/** After a registration and a change of the address. */
export function confirmationEmail(
  { settings }: Shop,
  { token, shopName }: { token: string; shopName: string },
): EmailParts {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `Somebody, hopefully you, gave this address for an account at ${shopName}.`,
      'The link confirms that it is yours. It works for 7 days. If it was not you, you need not do anything.',
    ],
    button: { label: 'Confirm my address', href: `${settings.publicUrl}${pages.confirmEmail}${token}` },
  };
}
