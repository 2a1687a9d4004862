import { Link } from 'react-router';
import type { Dashboard } from '#contract/analytics.ts';
import { formatDollars } from '#contract/money.ts';
import { Icon } from '../../ui/icon.tsx';
import { addressOf, type SectionId } from '../sections.ts';

/** Four totals, each the way to its section. */
export function Tiles({ totals }: { totals: Dashboard['totals'] }) {
  const tiles: { label: string; value: string; section: SectionId }[] = [
    { label: 'Total Users', value: totals.users.toLocaleString('en-US'), section: 'users' },
    { label: 'Total Listings', value: totals.listings.toLocaleString('en-US'), section: 'products' },
    { label: 'Total Orders', value: totals.orders.toLocaleString('en-US'), section: 'orders' },
    { label: 'Total Sales', value: formatDollars(totals.sales), section: 'analysis' },
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
