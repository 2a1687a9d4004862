import { type Language, localeIn } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import { type EmailKind, type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

interface Links {
  confirm: string;
  stop: string;
}

/** What an alert is about, or the newsletter. */
export type AskedThing =
  | { kind: 'newsletter' }
  | { kind: 'artist'; name: string }
  | { kind: 'piece'; name: string; sold: boolean };

/** The email with the link that confirms an alert or the newsletter. */
export function confirmationEmail(language: Language, thing: AskedThing, links: Links): EmailParts {
  const say = sayIn(language);
  const title =
    thing.kind === 'newsletter'
      ? say('Please confirm our newsletter')
      : say('Please confirm your alert for {name}', { name: thing.name });
  return {
    language,
    subject: title,
    paragraphs: [
      askedFor(say, thing),
      thing.kind === 'piece'
        ? say('Open the link within 7 days to confirm it. You get one email if it does, and nothing else.')
        : say('Open the link within 7 days to confirm it. The emails end when you say so.'),
    ],
    button: { label: say('Confirm'), href: links.confirm },
    closing: [say('If it was not you, you need not do anything.')],
    unsubscribe: { label: say('Stop these emails'), href: links.stop },
  };
}

function askedFor(say: Say, thing: AskedThing): string {
  if (thing.kind === 'newsletter')
    return say('Somebody, probably you, asked us to write to this address with our news.');
  const { name } = thing;
  if (thing.kind === 'artist')
    return say('Somebody, probably you, asked us to write to this address when there is new work by {name}.', { name });
  return thing.sold
    ? say('Somebody, probably you, asked us to write to this address if {name} comes back.', { name })
    : say('Somebody, probably you, asked us to write to this address if {name} is free again.', { name });
}

interface EmailedPiece {
  id: string;
  name: string;
  /** Formatted with the sign of the currency, or the word for a sold piece. */
  price: string;
}

/** The email that says that pieces can be bought again. */
export function freeAgainEmail(
  shop: Shop,
  language: Language,
  listings: readonly EmailedPiece[],
  links: Pick<Links, 'stop'>,
): EmailParts {
  const say = sayIn(language);
  const only = listings.length === 1 ? listings[0] : undefined;
  const title = only
    ? say('{name} is free again', { name: only.name })
    : say('{count} pieces are free again', { count: listings.length });
  return {
    language,
    subject: title,
    paragraphs: [
      only
        ? say('You asked us to write to you. It can be bought by whoever is first.')
        : say('You asked us to write to you. Each of them can be bought by whoever is first.'),
    ],
    lines: listings.map(({ name, price }) => ({ label: name, value: price })),
    button: buttonTo(shop, language, only),
    closing: [only ? say('Your alert has ended with this email.') : say('Your alerts have ended with this email.')],
    unsubscribe: { label: say('Stop your other alerts for pieces'), href: links.stop },
  };
}

/** A button to the page of `listing`, or to the collection if it is undefined. */
function buttonTo(shop: Shop, language: Language, listing: EmailedPiece | undefined) {
  const say = sayIn(language);
  return listing
    ? { label: say('See the piece'), href: pageAddress(shop, language, `/product/${listing.id}`) }
    : { label: say('See the collection'), href: pageAddress(shop, language, '/collection') };
}

/** How many works an email lists at most; it says how many more there are. */
const listedWorks = 20;
/** How many artists an email names at most; if there are more, it gives only their number. */
const namedArtists = 3;

/** The email about new works by artists. */
export function newWorkEmail(
  shop: Shop,
  language: Language,
  { pieces, artists }: { pieces: readonly EmailedPiece[]; artists: readonly string[] },
  links: Pick<Links, 'stop'>,
): EmailParts {
  const say = sayIn(language);
  const count = artists.length;
  const names = new Intl.ListFormat(localeIn(language, 'en')).format(artists);
  const areNamed = count <= namedArtists;
  const title = areNamed ? say('New work by {names}', { names }) : say('New work by {count} artists', { count });
  const more = pieces.length - listedWorks;
  return {
    language,
    subject: title,
    paragraphs: [say('You asked us to write to you when there is new work.')],
    lines: pieces.slice(0, listedWorks).map(({ name, price }) => ({ label: name, value: price })),
    button: buttonTo(shop, language, pieces.length === 1 ? pieces[0] : undefined),
    closing: more > 0 ? [say('And {more} more.', { more })] : [],
    unsubscribe: {
      label: areNamed
        ? say('Stop emails about new work by {names}', { names })
        : say('Stop emails about new work by {count} artists', { count }),
      href: links.stop,
    },
  };
}

/** An example of each of these emails, with made-up data. */
export function exampleAlertEmails(shop: Shop) {
  const address = (what: string) => `${shop.settings.publicUrl}/alerts/${what}?token=example`;
  const links = { confirm: address('confirm'), stop: address('stop') };
  const listing = { id: 'red-river-moon', name: 'Red River Moon', price: formatPrice(3_200, shop.settings.currency) };
  const asked = { kind: 'piece', name: listing.name, sold: true } as const;
  return {
    'alert confirmation': confirmationEmail('en', asked, links),
    'piece free again': freeAgainEmail(shop, 'en', [listing], links),
    'new work': newWorkEmail(shop, 'en', { pieces: [listing], artists: ['Lê Vân Khê'] }, links),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}
