import { t } from '@lingui/core/macro';
import { formatAbn } from '#contract/abn.ts';
import { addressLines } from '#contract/shop-address.ts';
import type { ShopSettings } from '#contract/shop-settings.ts';
import { FixedFacts } from './fixed-facts.tsx';

/** The settings as text, for staff and viewers, who cannot change them. */
export function ShopValues({ settings, abn }: { settings: ShopSettings; abn: string }) {
  const { name, legalName, street, city, email, phone, hours } = settings;
  const values: [title: string, value: string][] = [
    [t`Shop name`, name],
    [t`Legal name`, legalName],
    [t`ABN`, abn && abnInWords(formatAbn(abn), settings.showAbn)],
    [t`Address`, street || city ? addressLines(settings).join(', ') : ''],
    [t`Email`, email],
    [t`Phone`, phone],
    [t`Hours`, hours],
  ];
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t`Who sells`}</h2>
        </header>
        <div className="panel-words">
          <dl className="key-values key-values-wide">
            {values.map(([title, value]) => [
              <dt key={title}>{title}</dt>,
              <dd key={`${title} value`} className="whitespace-pre-line wrap-anywhere">
                {value || t`Not set`}
              </dd>,
            ])}
          </dl>
        </div>
      </section>
      <FixedFacts />
    </>
  );
}

const abnInWords = (abn: string, isShown: boolean) =>
  isShown ? t`${abn}, shown below every page` : t`${abn}, not shown below every page`;
