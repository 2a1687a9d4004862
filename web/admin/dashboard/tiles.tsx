import { Link } from 'react-router';
import type { Dashboard } from '#contract/analytics.ts';
import { usePrices } from '../../shell/price.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addressOf, type SectionId } from '../sections.ts';

/** Four totals, each a link to its section. */
export function Tiles({ totals }: { totals: Partial<Dashboard['totals']> }) {
  const price = usePrices();
  const { users = 0, listings = 0, orders = 0, sales = 0 } = totals;
  const tiles: { label: string; value: string; section: SectionId }[] = [
    { label: 'Total Users', value: users.toLocaleString('en-US'), section: 'users' },
    { label: 'Total Listings', value: listings.toLocaleString('en-US'), section: 'products' },
    { label: 'Total Orders', value: orders.toLocaleString('en-US'), section: 'orders' },
    { label: 'Total Sales', value: price(sales), section: 'analysis' },
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
