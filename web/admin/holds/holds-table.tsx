import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';

interface HoldsTableProps {
  holds: readonly AdminHold[];
  /** Null if the admin is a viewer, who may not release holds. */
  onRelease: ((hold: AdminHold) => void) | null;
}

/** The listings on hold, their holders, and when the holds expire, in the shop's time zone. */
export function HoldsTable({ holds, onRelease }: HoldsTableProps) {
  const columns = useColumns();
  return (
    <DataTable
      label={t`Pieces on hold`}
      form="table-plain"
      columns={onRelease ? [...columns, actionsColumn(onRelease)] : columns}
      rows={holds}
      idOf={({ listingId }) => listingId}
    />
  );
}

function useColumns(): Column<AdminHold, never>[] {
  const { minute, end } = useTimes();
  return [
    {
      title: t`Piece`,
      cellClass: 'strong cell-main wrap-anywhere',
      cell: ({ listingId, listingName }) => (
        <Link id={`hold-${listingId}`} to={`/product/${listingId}`}>
          {listingName}
        </Link>
      ),
    },
    {
      title: t`Buyer`,
      cellClass: 'cell-full wrap-anywhere',
      cell: ({ userName, userEmail }) => (
        <>
          {userName || t`User`} <span className="subtle block">{userEmail}</span>
        </>
      ),
    },
    {
      title: t`Since`,
      cellClass: 'numeric hide-small',
      cell: ({ since }) => <time dateTime={since}>{minute(since)}</time>,
    },
    {
      title: t`Held until`,
      cellClass: 'numeric cell-full',
      // Narrow screens have no table head.
      cell: ({ expiresAt }) => {
        // A hold that waits for a bank transfer ends some days later, so the day is shown with the time.
        const until = end(expiresAt);
        return (
          <Trans>
            <span className="subtle lg:hidden">Held until </span>
            <time dateTime={expiresAt}>{until}</time>
          </Trans>
        );
      },
    },
  ];
}

const actionsColumn = (onRelease: (hold: AdminHold) => void): Column<AdminHold, never> => ({
  title: t`Actions`,
  right: true,
  cellClass: 'cell-full',
  cell: (hold) => (
    <div className="row-actions">
      <Button variant="line" aria-describedby={`hold-${hold.listingId}`} onClick={() => onRelease(hold)}>
        <Trans>Release</Trans>
      </Button>
    </div>
  ),
});
