import { type Refusal, refuse } from '#contract/errors.ts';
import { priceProblem } from '#contract/money.ts';
import type { Shop } from '#server/shop.ts';

/** Refuses (400) a price that the shop's currency does not have. `path` is the price's place in the body. */
export function refusePrice(shop: Shop, path: string, price: number): Refusal | null {
  const message = priceProblem(price, shop.settings.currency);
  return message === null ? null : { ...refuse('invalidInput', {}, { issues: [{ path, message }] }), message };
}
