import { type Language, localeIn } from '#contract/languages.ts';
import { findBuyer } from '#server/features/accounts/accounts.ts';
import { type EmailKind, type EmailParts, pageAddress, salutation } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { sayIn } from '#server/platform/translations.ts';
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
    ...turnEmail(shop, account.language, name, kept),
    kind: 'waiting list',
    to: email,
    accountId: userId,
  });
}

/** Tells somebody who waits for a listing that it is kept for nobody, so that everybody can buy it. */
export async function queueFreeEmail(
  tx: Writer,
  shop: Shop,
  { userId, listing }: Pick<KeptListing, 'listing'> & { userId: string },
) {
  const account = await findBuyer(tx, userId);
  if (!account) return;
  const { language } = account;
  const say = sayIn(language);
  const { name, email } = account.buyer;
  await shop.mailer.queueEmail(tx, {
    language,
    subject: say('{piece} can be bought again', { piece: listing.name }),
    paragraphs: [
      salutation(say, name),
      say('{piece}, the piece that you wait for, can be bought again by whoever is first.', { piece: listing.name }),
      say(
        'We cannot keep it for you this time: we keep one piece at a time for the same people. You stay on its list.',
      ),
    ],
    button: { label: say('See the piece'), href: pageAddress(shop, language, `/product/${listing.id}`) },
    kind: 'waiting list',
    to: email,
    accountId: userId,
  });
}

/** The same with made-up data. */
export function exampleWaitingEmails(shop: Shop) {
  const kept = { listing: { id: 'example', name: 'Red River Moon' }, until: shop.clock() };
  const email = turnEmail(shop, 'en', 'Anna Weber', kept);
  return { 'waiting list': email } satisfies Partial<Record<EmailKind, EmailParts>>;
}

function turnEmail(shop: Shop, language: Language, name: string, { listing, until }: KeptListing): EmailParts {
  const say = sayIn(language);
  const { timeZone } = shop.settings;
  const format = new Intl.DateTimeFormat(localeIn(language, 'en-AU'), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  return {
    language,
    subject: say('{piece} is kept for you', { piece: listing.name }),
    heading: say('It is kept for you'),
    paragraphs: [
      salutation(say, name),
      say('{piece}, the piece that you wait for, can be bought again. Until {until} nobody else can buy it.', {
        piece: listing.name,
        until: format.format(until),
      }),
      say('If you do not want it any more, please let it go on its page: then the next person who waits gets it.'),
    ],
    button: { label: say('See the piece'), href: pageAddress(shop, language, `/product/${listing.id}`) },
  };
}
