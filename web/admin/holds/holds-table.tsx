import { Link } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';

interface HoldsTableProps {
  holds: readonly AdminHold[];
  /** Null for a viewer. */
  onRelease: ((hold: AdminHold) => void) | null;
}

/** The listings on hold, their holders, and when the holds expire, in the shop's time zone. */
export function HoldsTable({ holds, onRelease }: HoldsTableProps) {
  const { clock } = useTimes();
  const time = (moment: string) => <time dateTime={moment}>{clock(moment)}</time>;
  const columns: Column<AdminHold, never>[] = [
    {
      title: 'Piece',
      cellClass: 'strong cell-main wrap-anywhere',
      cell: ({ listingId, listingName }) => (
        <Link id={`hold-${listingId}`} to={`/product/${listingId}`}>
          {listingName}
        </Link>
      ),
    },
    {
      title: 'Buyer',
      cellClass: 'cell-full wrap-anywhere',
      cell: ({ userName, userEmail }) => (
        <>
          {userName || 'User'} <span className="subtle block">{userEmail}</span>
        </>
      ),
    },
    { title: 'Since', cellClass: 'numeric hide-small', cell: ({ since }) => time(since) },
    {
      title: 'Held until',
      cellClass: 'numeric cell-full',
      cell: ({ expiresAt }) => (
        <>
          {/* Narrow screens have no table head. */}
          <span className="subtle lg:hidden">Held until </span>
          {time(expiresAt)}
        </>
      ),
    },
  ];
  if (onRelease)
    columns.push({
      title: 'Actions',
      right: true,
      cellClass: 'cell-full',
      cell: (hold) => (
        <div className="row-actions">
          <Button variant="line" aria-describedby={`hold-${hold.listingId}`} onClick={() => onRelease(hold)}>
            Release
          </Button>
        </div>
      ),
    });
  return (
    <DataTable
      label="Pieces on hold"
      form="table-plain"
      columns={columns}
      rows={holds}
      idOf={({ listingId }) => listingId}
      sorting={null}
      onSort={() => {}}
    />
  );
}
