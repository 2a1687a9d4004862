import { formatPrice } from '#contract/money.ts';
import { useShop } from '../../../shell/shop.ts';
import { placeOfZone } from '../../../shell/times.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { useNow } from '../../dashboard/use-now.ts';

/** What the environment of the server decides. */
export function FixedFacts() {
  const { currency, timezone, publicUrl } = useShop();
  const { weekday } = useTimes();
  const now = useNow();
  const currencyName = new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency;
  return (
    <section className="panel">
      <header>
        <h2>Shown, not changed here</h2>
      </header>
      <div className="panel-words">
        <dl className="key-values key-values-wide">
          <dt>Currency</dt>
          <dd>
            {currencyName} ({currency}), {formatPrice(6600, currency)}
          </dd>
          <dt>Time zone</dt>
          <dd>
            {placeOfZone(timezone)}, now {weekday(now)}
          </dd>
          <dt>Address of the shop</dt>
          <dd className="wrap-anywhere">{publicUrl}</dd>
        </dl>
        <p className="hint mt-4">
          Prices, invoices and holds depend on these, so they are set once where the shop runs. Changing the currency
          never converts a price.
        </p>
      </div>
    </section>
  );
}
