import { type Language, localeIn } from '#contract/languages.ts';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import { type EmailKind, type EmailParts, pageAddress, salutation } from '#server/features/mail/mail.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

interface Invitation {
  kind: PrivateLinkKind;
  name: string;
  note: string;
  /** When the link ends, epoch milliseconds. */
  until: number;
  /** The path of the link's page, with the token. */
  path: string;
  pieces: readonly string[];
}

/** The email with the link of an offer or a room. */
export function privateLinkEmail(
  shop: Shop,
  language: Language,
  { kind, name, note, until, path, pieces }: Invitation,
): EmailParts {
  const say = sayIn(language);
  const { timeZone } = shop.settings;
  // An end at midnight is the end of the day before.
  const day = new Intl.DateTimeFormat(localeIn(language, 'en-AU'), { dateStyle: 'full', timeZone }).format(until - 1);
  const isOffer = kind === 'offer';
  const title = isOffer ? say('Reserved for you') : say('A viewing room for you');
  return {
    language,
    subject: title,
    paragraphs: [
      ...(isOffer ? [salutation(say, name)] : []),
      ...(note ? [note] : []),
      isOffer
        ? say(
            'Until the end of {day} nobody else can buy what is behind this link. Whoever has the link can, so please keep it to yourself.',
            { day },
          )
        : say('Until the end of {day} you find some pieces behind this link. Whoever has the link can see them.', {
            day,
          }),
    ],
    lines: pieces.map((value) => ({ label: say('Piece'), value })),
    button: {
      label: isOffer ? say('Open your offer') : say('Open the room'),
      href: pageAddress(shop, language, path),
    },
  };
}

/** The email with the link of an offer, with made-up data. */
export function examplePrivateEmails(shop: Shop) {
  const path = '/private#example';
  const texts = { name: 'Anna Weber', note: 'As we spoke about on Thursday.', pieces: ['Red River Moon'] };
  const email = privateLinkEmail(shop, 'en', { kind: 'offer', until: shop.clock(), path, ...texts });
  return { 'private link': email } satisfies Partial<Record<EmailKind, EmailParts>>;
}
