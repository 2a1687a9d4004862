import { formatPrice } from '#contract/money.ts';
import { useShop } from './shop.ts';

/** A price, e.g. "$1,250.00". `of` is the amount in units of the shop's currency. */
export function Price({ of }: { of: number }) {
  return formatPrice(of, useShop().currency);
}

/** Returns a function that formats an amount in units of the shop's currency. */
export function usePrices(): (amount: number) => string {
  const { currency } = useShop();
  return (amount) => formatPrice(amount, currency);
}
