import { isNamedInPrices } from '#contract/money.ts';
import { useShop } from './shop.ts';

/** The currency code, e.g. "AUD", shown next to a total; nothing if formatted prices already contain it. */
export function CurrencyName() {
  const { currency } = useShop();
  if (isNamedInPrices(currency)) return null;
  return <span className="small muted font-normal"> {currency}</span>;
}
