import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/analytics.ts';
import { inDigits } from '../../language/numbers.ts';
import { usePrices } from '../../shell/price.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addressOf, type SectionId } from '../sections.ts';

/** Four totals, each a link to its section. */
export function Tiles({ totals }: { totals: Partial<Dashboard['totals']> }) {
  const price = usePrices();
  const { users = 0, listings = 0, orders = 0, sales = 0 } = totals;
  const tiles: { label: string; value: string; section: SectionId }[] = [
    { label: t`Total Users`, value: inDigits(users), section: 'users' },
    { label: t`Total Listings`, value: inDigits(listings), section: 'products' },
    { label: t`Total Orders`, value: inDigits(orders), section: 'orders' },
    { label: t`Total Sales`, value: price(sales), section: 'analysis' },
  ];
  return (
    <div className="tiles">
      {tiles.map(({ label, value, section }) => (
        <Link key={label} to={addressOf(section)}>
          <span>
            {label}
            <Icon name="forward" small />
          </span>
          <span className="big">{value}</span>
        </Link>
      ))}
    </div>
  );
}
