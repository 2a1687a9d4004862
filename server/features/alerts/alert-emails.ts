import { formatPrice } from '#contract/money.ts';
import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';

interface Links {
  confirm: string;
  stop: string;
}

/** Asks whether the reader of the address wants the alert. */
export function confirmationEmail({
  name,
  isSold,
  links,
}: {
  name: string;
  isSold: boolean;
  links: Links;
}): EmailParts {
  return {
    subject: `Please confirm your alert for ${name}`,
    heading: 'Please confirm your alert',
    paragraphs: [
      `Somebody, probably you, asked us to write to this address if ${name} ${isSold ? 'comes back' : 'is free again'}.`,
      'Open the link within 7 days to confirm it. You get one email if it does, and nothing else.',
    ],
    button: { label: 'Confirm the alert', href: links.confirm },
    closing: ['If it was not you, you need not do anything.'],
    unsubscribe: { label: 'Stop this alert', href: links.stop },
  };
}

export interface FreePiece {
  id: string;
  name: string;
  /** In the currency of the shop, with its sign. */
  price: string;
}

/** Tells that pieces can be bought again. */
export function freeAgainEmail(shop: Shop, pieces: readonly FreePiece[], links: Pick<Links, 'stop'>): EmailParts {
  const [first] = pieces;
  const isOne = pieces.length === 1;
  const title = isOne ? `${first?.name} is free again` : `${pieces.length} pieces are free again`;
  return {
    subject: title,
    heading: title,
    paragraphs: [`You asked us to write to you. ${isOne ? 'It' : 'Each of them'} can be bought by whoever is first.`],
    lines: pieces.map(({ name, price }) => ({ label: name, value: price })),
    button: isOne
      ? { label: 'See the piece', href: `${shop.settings.publicUrl}/product/${first?.id}` }
      : { label: 'See the collection', href: `${shop.settings.publicUrl}/collection` },
    closing: [`Your ${isOne ? 'alert has' : 'alerts have'} ended with this email.`],
    unsubscribe: { label: 'Stop your other alerts for pieces', href: links.stop },
  };
}

/** The same with made-up data. */
export function exampleAlertEmails(shop: Shop) {
  const address = (what: string) => `${shop.settings.publicUrl}/alerts/${what}?token=example`;
  const links = { confirm: address('confirm'), stop: address('stop') };
  const piece = { id: 'red-river-moon', name: 'Red River Moon', price: formatPrice(3_200, shop.settings.currency) };
  return {
    'alert confirmation': confirmationEmail({ name: piece.name, isSold: true, links }),
    'piece free again': freeAgainEmail(shop, [piece], links),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}
