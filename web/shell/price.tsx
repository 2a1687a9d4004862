import { formatPrice } from '#contract/money.ts';
import { useShop } from './shop.ts';

/** An amount in the shop's currency, e.g. "$1,250.00". */
export function Price({ of }: { of: number }) {
  return formatPrice(of, useShop().currency);
}

/** Returns a function that formats an amount in the shop's currency. */
export function usePrices(): (amount: number) => string {
  const { currency } = useShop();
  return (amount) => formatPrice(amount, currency);
}
