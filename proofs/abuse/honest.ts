import type { Outcome } from '../proof.ts';
import type { Attacked } from './holders.ts';
import { addListings, at, by, idsOf, itemsOf, password, register, type Visitor } from './visitors.ts';

const hour = 60 * 60_000;

/** People whom no limit may refuse anything. */
export async function honestPeople(attacked: Attacked): Promise<Outcome> {
  const refused = [
    ...(await openingNight(attacked)),
    ...(await collector(attacked)),
    ...(await mistypedPassword(attacked)),
  ];
  return { violations: refused, figures: [{ what: 'refusals of honest people', measured: refused.length }] };
}

/** Sixty visitors behind one address register within three hours, 20 an hour, and buy a piece each, 20 at a time. */
async function openingNight({ shop, admin }: Attacked): Promise<string[]> {
  const listings = await addListings(shop, admin, { name: 'Opening night', count: 60 });
  const faults: string[] = [];
  for (let first = 0; first < listings.length; first += 20) {
    const bought = listings.slice(first, first + 20).map(async (listing, index) => {
      const visitor = await register(shop, `Opening night ${first + index}`, '10.4.1.1');
      return buy({ shop }, visitor, [listing]);
    });
    faults.push(...(await Promise.all(bought)).flat());
    shop.passTime(hour);
  }
  return faults;
}

/** Confirms the email address by the link in the letter, and buys 20 pieces at once. */
async function collector({ shop, admin }: Attacked): Promise<string[]> {
  const visitor = await register(shop, 'Collector', '10.4.2.1');
  const letter = await shop.shop.database.read
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', visitor.email)
    .executeTakeFirst();
  const [, token = ''] = /confirm-email#([\w-]+)/.exec(letter?.text ?? '') ?? [];
  const { status } = await shop.call('confirmEmail', { body: { token } });
  const faults = status === 200 ? [] : [`a collector’s link is ${status}`];
  return [
    ...faults,
    ...(await buy({ shop }, visitor, await addListings(shop, admin, { name: 'Collected', count: 20 }))),
  ];
}

async function mistypedPassword({ shop }: Attacked): Promise<string[]> {
  const { email, from } = await register(shop, 'Forgetful', '10.4.3.1');
  const signIn = (typed: string) =>
    shop.call('authenticate', { body: { mode: 'signin', email, password: typed }, headers: at(from) });
  for (let time = 1; time <= 9; time += 1) await signIn(`mistyped ${time}`);
  const { status } = await signIn(password);
  return status === 200 ? [] : [`the right password after nine mistyped ones is ${status}`];
}

async function buy(
  { shop }: Pick<Attacked, 'shop'>,
  visitor: Visitor,
  listings: Parameters<typeof itemsOf>[0],
): Promise<string[]> {
  const listingIds = idsOf(listings);
  const held = await shop.call('holdPieces', { ...by(visitor), body: { listingIds } });
  const checkout = await shop.call('createCheckout', { ...by(visitor), body: { items: itemsOf(listings) } });
  const { orderId } = checkout.body;
  const paid = await shop.call('confirmPayment', { ...by(visitor), body: { orderId, listingIds } });
  const refused = [held, checkout, paid].find(({ status }) => status >= 400);
  return refused ? [`${visitor.name} is refused with ${refused.status}: ${refused.body.message}`] : [];
}
