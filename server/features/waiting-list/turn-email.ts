import { findBuyer } from '#server/features/accounts/accounts.ts';
import { type EmailKind, type EmailParts, nameInEmail } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

interface KeptListing {
  listing: { id: string; name: string };
  /** Epoch milliseconds. */
  until: number;
}

/** Tells somebody that the listing they wait for is kept for them. */
export async function queueTurnEmail(tx: Writer, shop: Shop, { userId, ...kept }: KeptListing & { userId: string }) {
  const account = await findBuyer(tx, userId);
  if (!account) return;
  const { name, email } = account.buyer;
  await shop.mailer.queueEmail(tx, {
    ...turnEmail(shop, name, kept),
    ...{ kind: 'waiting list', to: email, accountId: userId },
  });
}

/** The same with made-up data. */
export function exampleWaitingEmails(shop: Shop) {
  const kept = { listing: { id: 'example', name: 'Red River Moon' }, until: shop.clock() };
  return { 'waiting list': turnEmail(shop, 'Anna Weber', kept) } satisfies Partial<Record<EmailKind, EmailParts>>;
}

function turnEmail(shop: Shop, name: string, { listing, until }: KeptListing): EmailParts {
  const { timeZone, publicUrl } = shop.settings;
  const format = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return {
    subject: `${listing.name} is kept for you`,
    heading: 'It is kept for you',
    paragraphs: [
      `Dear ${nameInEmail(name)}`,
      `${listing.name}, the piece that you wait for, can be bought again. Until ${format.format(until)} nobody else can buy it.`,
      'If you do not want it any more, please let it go on its page: then the next person who waits gets it.',
    ],
    button: { label: 'See the piece', href: `${publicUrl}/product/${listing.id}` },
  };
}
