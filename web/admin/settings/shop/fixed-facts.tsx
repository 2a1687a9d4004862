import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatPrice } from '#contract/money.ts';
import { language } from '../../../language/language.ts';
import { useShop } from '../../../shell/shop.ts';
import { placeOfZone } from '../../../shell/times.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { useNow } from '../../dashboard/use-now.ts';

/** Shows what only the environment of the server sets: currency, time zone and address of the shop. */
export function FixedFacts() {
  const { currency, timezone, publicUrl } = useShop();
  const { weekday } = useTimes();
  const now = useNow();
  const currencyName = new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency;
  const [place, time] = [placeOfZone(timezone), weekday(now)];
  return (
    <section className="panel">
      <header>
        <h2>{t`Shown, not changed here`}</h2>
      </header>
      <div className="panel-words">
        <dl className="key-values key-values-wide">
          <dt>{t`Currency`}</dt>
          <dd>
            {currencyName} ({currency}), {formatPrice(6600, currency)}
          </dd>
          <dt>{t`Time zone`}</dt>
          <dd>{t`${place}, now ${time}`}</dd>
          <dt>{t`Address of the shop`}</dt>
          <dd className="wrap-anywhere">{publicUrl}</dd>
        </dl>
        <p className="hint mt-4">
          <Trans>
            Prices, invoices and holds depend on these, so they are set once where the shop runs. Changing the currency
            never converts a price.
          </Trans>
        </p>
      </div>
    </section>
  );
}
