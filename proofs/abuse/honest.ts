import type { Outcome } from '../proof.ts';
import type { Attacked } from './holders.ts';
import { addListings, by, itemsOf, register } from './visitors.ts';

const hour = 60 * 60_000;

/**
 * Sixty visitors at one address register within three hours, 20 an hour, and buy a piece each, 20 at a time. No limit may refuse them
 * anything. Tests of other honest people: "allow a collector" in hold-limits.test.ts, "nine mistyped passwords" in sign-in.test.ts.
 */
export async function openingNight({ shop, admin }: Attacked): Promise<Outcome> {
  const listings = await addListings(shop, admin, { name: 'Opening night', count: 60 });
  const violations: string[] = [];
  for (let first = 0; first < listings.length; first += 20) {
    const bought = listings.slice(first, first + 20).map(async (listing, index) => {
      const visitor = await register(shop, `Opening night ${first + index}`, '10.4.1.1');
      const listingIds = [listing.id];
      const held = await shop.call('holdPieces', { ...by(visitor), body: { listingIds } });
      const checkout = await shop.call('createCheckout', { ...by(visitor), body: { items: itemsOf([listing]) } });
      const body = { orderId: checkout.body.orderId, listingIds };
      const paid = await shop.call('confirmPayment', { ...by(visitor), body });
      const refused = [held, checkout, paid].find(({ status }) => status >= 400);
      if (refused) violations.push(`${visitor.name} is refused with ${refused.status}: ${refused.body.message}`);
    });
    await Promise.all(bought);
    shop.passTime(hour);
  }
  return { violations, figures: [{ what: 'refusals at an opening night', measured: violations.length }] };
}
