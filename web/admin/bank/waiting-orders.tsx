import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { TransferOrder } from '#contract/bank.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { inDigits } from '../../language/numbers.ts';
import { Price } from '../../shell/price.tsx';
import { Moment } from '../moment.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { Pages } from '../table/pages.tsx';

const columns: Column<TransferOrder, never>[] = [
  {
    title: t`Order`,
    cellClass: 'strong numeric cell-main',
    cell: ({ id }) => (
      <Link to={`/admin/orders/${id}`}>
        <OrderNumber id={id} />
      </Link>
    ),
  },
  {
    title: t`Left to pay`,
    right: true,
    cell: ({ left, total }) => (
      <>
        <Price of={left} />{' '}
        {left < total && (
          <span className="subtle block">
            <Trans>
              of <Price of={total} />
            </Trans>
          </span>
        )}
      </>
    ),
  },
  { title: t`Buyer`, cellClass: 'cell-full wrap-anywhere', cell: ({ buyer }) => buyer },
  {
    title: t`Reserved until`,
    cellClass: 'numeric cell-full',
    cell: ({ until }) => (
      <>
        {/* Narrow screens have no table head. */}
        <span className="subtle lg:hidden">{t`Reserved until`} </span>
        {until && <Moment at={until} />}
      </>
    ),
  },
];

/** The orders that wait for a transfer; those whose reservation ends first are at the top. */
export function WaitingOrders(props: { orders: readonly TransferOrder[]; total: number; page: number }) {
  const { orders, total, page } = props;
  return (
    <section className="panel" aria-labelledby="waiting">
      <header>
        <h2 id="waiting">
          {t`Orders that wait for a transfer`} <span className="subtle numeric font-normal">{inDigits(total)}</span>
        </h2>
      </header>
      {orders.length === 0 ? (
        <p className="state muted">{t`No order waits for a transfer.`}</p>
      ) : (
        <DataTable
          label={t`Orders that wait for a transfer`}
          form="table-plain"
          columns={columns}
          rows={orders}
          idOf={({ id }) => id}
        />
      )}
      <Pages label={t`Pages of waiting orders`} parameter="waiting" page={page} total={total} />
    </section>
  );
}
