import { Link } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { useShop } from '../../shell/shop.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';

interface HoldsTableProps {
  holds: readonly AdminHold[];
  onRelease: (hold: AdminHold) => void;
}

/** The pieces somebody is paying for, whom the shop waits for, and until when by the clock of the shop. */
export function HoldsTable({ holds, onRelease }: HoldsTableProps) {
  const { timezone: timeZone } = useShop();
  const clock = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone });
  const time = (moment: string) => <time dateTime={moment}>{clock.format(new Date(moment))}</time>;
  const columns: Column<AdminHold, never>[] = [
    {
      title: 'Piece',
      cellClass: 'strong c-main wrap-anywhere',
      cell: ({ listingId, listingName }) => (
        <Link id={`hold-${listingId}`} to={`/product/${listingId}`}>
          {listingName}
        </Link>
      ),
    },
    {
      title: 'Buyer',
      cellClass: 'c-full wrap-anywhere',
      cell: ({ userName, userEmail }) => (
        <>
          {userName || 'User'} <span className="subtle">{userEmail}</span>
        </>
      ),
    },
    { title: 'Since', cellClass: 'num hide-s', cell: ({ since }) => time(since) },
    {
      title: 'Held until',
      cellClass: 'num c-full',
      cell: ({ expiresAt }) => (
        <>
          {/* Narrow screens show no head. */}
          <span className="subtle lg:hidden">Held until </span>
          {time(expiresAt)}
        </>
      ),
    },
    {
      title: 'Actions',
      right: true,
      cellClass: 'c-full',
      cell: (hold) => (
        <div className="acts">
          <Button variant="line" aria-describedby={`hold-${hold.listingId}`} onClick={() => onRelease(hold)}>
            Release
          </Button>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      label="Pieces on hold"
      form="table-o"
      columns={columns}
      rows={holds}
      idOf={({ listingId }) => listingId}
      sorting={null}
      onSort={() => {}}
    />
  );
}
