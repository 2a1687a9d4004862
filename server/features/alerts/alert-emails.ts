import { formatPrice } from '#contract/money.ts';
import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';

interface Links {
  confirm: string;
  stop: string;
}

/** What somebody is told of, after 'asked us to write to this address', and how that ends. */
export interface ConfirmedThing {
  /** 'our newsletter'. */
  name: string;
  event: string;
  end: string;
}

/** Asks whether the reader of the address wants the alert. */
export function confirmationEmail({ name, event, end, links }: ConfirmedThing & { links: Links }): EmailParts {
  return {
    subject: `Please confirm ${name}`,
    heading: `Please confirm ${name}`,
    paragraphs: [
      `Somebody, probably you, asked us to write to this address ${event}.`,
      `Open the link within 7 days to confirm it. ${end}`,
    ],
    button: { label: 'Confirm', href: links.confirm },
    closing: ['If it was not you, you need not do anything.'],
    unsubscribe: { label: 'Stop these emails', href: links.stop },
  };
}

export interface FreeListing {
  id: string;
  name: string;
  /** In the currency of the shop, with its sign. */
  price: string;
}

/** Tells that pieces can be bought again. */
export function freeAgainEmail(shop: Shop, listings: readonly FreeListing[], links: Pick<Links, 'stop'>): EmailParts {
  const [first] = listings;
  const isOne = listings.length === 1;
  const title = isOne ? `${first?.name} is free again` : `${listings.length} pieces are free again`;
  return {
    subject: title,
    heading: title,
    paragraphs: [`You asked us to write to you. ${isOne ? 'It' : 'Each of them'} can be bought by whoever is first.`],
    lines: listings.map(({ name, price }) => ({ label: name, value: price })),
    button: isOne
      ? { label: 'See the piece', href: `${shop.settings.publicUrl}/product/${first?.id}` }
      : { label: 'See the collection', href: `${shop.settings.publicUrl}/collection` },
    closing: [`Your ${isOne ? 'alert has' : 'alerts have'} ended with this email.`],
    unsubscribe: { label: 'Stop your other alerts for pieces', href: links.stop },
  };
}

/** Works that an email lists; the collection has the others. */
const listedWorks = 20;

/** Tells of new work by artists. */
export function newWorkEmail(
  shop: Shop,
  { pieces, artists }: { pieces: readonly FreeListing[]; artists: readonly string[] },
  links: Pick<Links, 'stop'>,
): EmailParts {
  const by = artists.length > 3 ? `${artists.length} artists` : new Intl.ListFormat('en').format(artists);
  const [first] = pieces;
  const more = pieces.length - listedWorks;
  return {
    subject: `New work by ${by}`,
    heading: `New work by ${by}`,
    paragraphs: ['You asked us to write to you when there is new work.'],
    lines: pieces.slice(0, listedWorks).map(({ name, price }) => ({ label: name, value: price })),
    button:
      pieces.length === 1
        ? { label: 'See the piece', href: `${shop.settings.publicUrl}/product/${first?.id}` }
        : { label: 'See the collection', href: `${shop.settings.publicUrl}/collection` },
    closing: more > 0 ? [`And ${more} more.`] : [],
    unsubscribe: { label: `Stop emails about new work by ${by}`, href: links.stop },
  };
}

/** The same with made-up data. */
export function exampleAlertEmails(shop: Shop) {
  const address = (what: string) => `${shop.settings.publicUrl}/alerts/${what}?token=example`;
  const links = { confirm: address('confirm'), stop: address('stop') };
  const listing = { id: 'red-river-moon', name: 'Red River Moon', price: formatPrice(3_200, shop.settings.currency) };
  return {
    'alert confirmation': confirmationEmail({
      ...{ name: `your alert for ${listing.name}`, event: `if ${listing.name} comes back`, links },
      end: 'You get one email if it does, and nothing else.',
    }),
    'piece free again': freeAgainEmail(shop, [listing], links),
    'new work': newWorkEmail(shop, { pieces: [listing], artists: ['Lê Vân Khê'] }, links),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}
