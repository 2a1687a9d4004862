import { forEachAtOnce } from '../load/at-once.ts';
import type { MoneyShop } from './shop.ts';

const atOnce = 20;

/**
 * Many buyers of one piece, each of whom is on Stripe's page because the one before was too slow, pay at the same time. One gets
 * it; every other authorisation is released.
 */
export async function onePieceManyBuyers(
  shop: MoneyShop,
  people: number,
): Promise<{ charged: number; violations: string[] }> {
  const moon = await shop.piece('The moon of everybody');
  const sessions: string[] = [];
  for (let number = 0; number < people; number += 1) {
    sessions.push((await shop.buyerAtStripe(`Crowd ${number}`, moon)).sessionId);
    await shop.shop.database.write((tx) => tx.deleteFrom('holds').where('listing_id', '=', moon.id).execute());
  }
  const intents: string[] = [];
  await forEachAtOnce(sessions, atOnce, async (session) => {
    intents.push(shop.stripe.authorise(session).id);
  });
  await shop.quiet();
  await shop.later(60_000);
  const books = intents.map((id) => shop.stripe.book(id));
  const charged = books.filter(({ captured }) => captured > 0).length;
  const left = books.filter(({ openAuthorisation }) => openAuthorisation > 0).length;
  const violations: string[] = [];
  if (charged !== 1) violations.push(`${charged} buyers of one piece were charged`);
  if (left > 0) violations.push(`${left} authorisations for one piece were lost`);
  return { charged, violations };
}
