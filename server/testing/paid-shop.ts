import { openPaidShop, type PaidShop } from './open-paid-shop.ts';
import { onEachEngineWith } from './shop.ts';

/** Like `onEachEngine`, with a new fake of Stripe for each test. */
export function onEachPaidShop(name: string, tests: (shop: PaidShop) => void): void {
  onEachEngineWith(name, openPaidShop, tests);
}
