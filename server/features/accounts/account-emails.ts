import type { Language } from '#contract/languages.ts';
import { type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

/**
 * The pages that links in emails open; the token follows the `#`. Browsers do not send that part, so the token appears in no server log
 * and no Referer header.
 */
export const pages = {
  resetPassword: '/reset-password#',
  confirmEmail: '/confirm-email#',
  undoEmail: '/undo-email#',
  acceptInvitation: '/accept-invitation#',
} as const;

export function passwordResetEmail(shop: Shop, language: Language, token: string): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Set a new password'),
    paragraphs: [
      say('Somebody, hopefully you, asked for a new password for your account.'),
      say(
        'The link works once, within one hour. If it was not you, you need not do anything: your password stays as it is.',
      ),
    ],
    button: {
      label: say('Choose a new password'),
      href: pageAddress(shop, language, `${pages.resetPassword}${token}`),
    },
  };
}

export function passwordChangedEmail(shop: Shop, language: Language): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Your password was changed'),
    paragraphs: [
      say('The password of your account has just been changed, and your other sessions were signed out.'),
      say('If it was not you, please ask for a new password on the sign-in form at once.'),
    ],
    button: { label: say('Go to the shop'), href: pageAddress(shop, language, '') },
  };
}

/** The email to the former address of an account, with a link that undoes the change. */
export function emailChangedEmail(
  shop: Shop,
  language: Language,
  { token, email }: { token: string; email: string },
): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Your email address was changed'),
    paragraphs: [
      say('Your account now has the email address {email}. Nothing more is sent to this one.', { email }),
      say('If it was not you, undo it with the link and choose a new password. The link works for 7 days.'),
    ],
    button: { label: say('Undo the change'), href: pageAddress(shop, language, `${pages.undoEmail}${token}`) },
  };
}

/** The email to a confirmed address that loses the account because the change of the address was undone. */
export function emailRestoredEmail(language: Language): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Your email address was changed'),
    paragraphs: [
      say(
        'The former address of this account has taken the account back with a link. Nothing more is sent to this one.',
      ),
      say(
        'The phone number, addresses and payment details of the account were deleted. You can register a new account.',
      ),
    ],
  };
}

/** The email to a new address, after a registration or a change, with a link that confirms it. */
export function confirmationEmail(
  shop: Shop,
  language: Language,
  { token, shopName }: { token: string; shopName: string },
): EmailParts {
  const say = sayIn(language);
  return {
    language,
    subject: say('Confirm your email address'),
    paragraphs: [
      say('Somebody, hopefully you, gave this address for an account at {shopName}.', { shopName }),
      say('The link confirms that it is yours. It works for 7 days. If it was not you, you need not do anything.'),
    ],
    button: { label: say('Confirm my address'), href: pageAddress(shop, language, `${pages.confirmEmail}${token}`) },
  };
}
