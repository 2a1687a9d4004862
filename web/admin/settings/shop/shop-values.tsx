import { formatAbn } from '#contract/abn.ts';
import { addressLines } from '#contract/shop-address.ts';
import type { ShopSettings } from '#contract/shop-settings.ts';
import { FixedFacts } from './fixed-facts.tsx';

/** The settings without fields, for staff and viewers. */
export function ShopValues({ settings, abn }: { settings: ShopSettings; abn: string }) {
  const { name, legalName, street, city, email, phone, hours } = settings;
  const values: [title: string, value: string][] = [
    ['Shop name', name],
    ['Legal name', legalName],
    ['ABN', abn && `${formatAbn(abn)}, ${settings.showAbn ? 'shown' : 'not shown'} below every page`],
    ['Address', street || city ? addressLines(settings).join(', ') : ''],
    ['Email', email],
    ['Phone', phone],
    ['Hours', hours],
  ];
  return (
    <>
      <section className="panel">
        <header>
          <h2>Who sells</h2>
        </header>
        <div className="panel-words">
          <dl className="key-values key-values-wide">
            {values.map(([title, value]) => [
              <dt key={title}>{title}</dt>,
              <dd key={`${title} value`} className="whitespace-pre-line wrap-anywhere">
                {value || 'Not set'}
              </dd>,
            ])}
          </dl>
        </div>
      </section>
      <FixedFacts />
    </>
  );
}
