import { type Language, localeIn } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import { type EmailKind, type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

interface Links {
  confirm: string;
  stop: string;
}

/** What somebody asks to be told of. */
export type AskedThing =
  | { kind: 'newsletter' }
  | { kind: 'artist'; name: string }
  | { kind: 'piece'; name: string; sold: boolean };

/** Asks whether the reader of the address wants the alert. */
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

export interface FreeListing {
  id: string;
  name: string;
  /** In the currency of the shop, with its sign. */
  price: string;
}

/** Tells that pieces can be bought again. */
export function freeAgainEmail(
  shop: Shop,
  language: Language,
  listings: readonly FreeListing[],
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

/** To a piece, or to all of them. */
function buttonTo(shop: Shop, language: Language, listing: FreeListing | undefined) {
  const say = sayIn(language);
  return listing
    ? { label: say('See the piece'), href: pageAddress(shop, language, `/product/${listing.id}`) }
    : { label: say('See the collection'), href: pageAddress(shop, language, '/collection') };
}

/** Works that an email lists; the collection has the others. */
const listedWorks = 20;
/** Artists that an email names; of more it says how many. */
const namedArtists = 3;

/** Tells of new work by artists. */
export function newWorkEmail(
  shop: Shop,
  language: Language,
  { pieces, artists }: { pieces: readonly FreeListing[]; artists: readonly string[] },
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

/** The same with made-up data. */
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
