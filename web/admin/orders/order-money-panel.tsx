import { t } from '@lingui/core/macro';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import { methodLabels } from '../../account/order-details.tsx';
import type { Answer } from '../../api.ts';
import { Price } from '../../shell/price.tsx';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { Moment } from '../moment.tsx';
import { PartFailure } from '../part-failure.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import { hasRealMoney, leftToPay, stateInWords, sumsOf } from './order-money.ts';

interface Row extends Payment {
  position: number;
  /** The payments record that the row belongs to. */
  record: readonly Payment[];
}

const amountColumns: Column<Row, never>[] = [
  {
    title: t`What`,
    cellClass: 'strong cell-main',
    cell: ({ kind }) => (kind === 'charge' ? t`Charge` : t`Refund`),
  },
  {
    title: t`Amount`,
    right: true,
    cell: ({ kind, amount }) => <Price of={kind === 'charge' ? amount : -amount} />,
  },
];
const methodColumns: Column<Row, never>[] = [
  { title: t`How`, cellClass: 'cell-full', cell: ({ method }) => methodLabels[method] },
  { title: t`When`, cellClass: 'numeric muted cell-full', cell: ({ at }) => <Moment at={at} /> },
];
const columns: Column<Row, never>[] = [
  ...amountColumns,
  { title: t`State`, cellClass: 'cell-full', cell: (row) => <State row={row} /> },
  ...methodColumns,
  {
    title: t`Reference`,
    cellClass: 'numeric subtle cell-full wrap-anywhere',
    cell: ({ reference }) => reference ?? '',
  },
];
/** Simulated payments have neither a state nor a reference. */
const simulatedColumns = [...amountColumns, ...methodColumns];

interface MoneyPanelProps {
  order: OrderDetails;
  money: Answer<'getOrderMoney'>;
}

/** The payments record of an order with its sums. */
export function MoneyPanel({ order, money }: MoneyPanelProps) {
  return (
    <section className="panel" aria-labelledby="money">
      <h2 id="money">{t`Money`}</h2>
      <FailureBoundary data={order} fallback={PartFailure}>
        <PaymentsRecord order={order} />
        <Sums order={order} />
      </FailureBoundary>
      {!money.success && <ListFailure message={money.message} />}
    </section>
  );
}

function PaymentsRecord({ order }: { order: OrderDetails }) {
  // For an order that is paid in parts, `Sums` shows what was received.
  if (order.payments.length === 0 && order.received !== undefined) return null;
  if (order.payments.length === 0) return <p className="px-5 py-4 muted">{t`Nothing has been paid.`}</p>;
  return (
    <DataTable
      label={t`Charges and refunds`}
      form="table-plain"
      columns={hasRealMoney(order) ? columns : simulatedColumns}
      rows={order.payments.map((payment, position, record) => ({ ...payment, position, record }))}
      idOf={({ position }) => String(position)}
    />
  );
}

function Sums({ order }: { order: OrderDetails }) {
  const { charged, refunded, kept, reserved } = sumsOf(order.payments);
  const { received } = order;
  if (order.payments.length === 0 && received === undefined) return null;
  return (
    <div className={order.payments.length > 0 ? 'border-t border-line px-5 py-4' : 'px-5 py-4'}>
      <dl className="sums numeric">
        {received !== undefined && <Sum label={t`Received so far`} amount={received} />}
        {received !== undefined && <Sum label={t`Left to pay`} amount={leftToPay(order)} isTotal />}
        {reserved > 0 && <Sum label={t`Authorised, not charged yet`} amount={reserved} />}
        {order.payments.length > 0 && (
          <>
            <Sum label={t`Charged`} amount={charged} />
            <Sum label={t`Refunded`} amount={refunded} />
            <Sum label={t`Kept`} amount={kept} isTotal />
          </>
        )}
      </dl>
      {hasRealMoney(order) && <p className="mt-2 subtle text-13">{t`Fees are not known to the shop.`}</p>}
    </div>
  );
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: number; isTotal?: boolean }) {
  const look = isTotal ? 'sums-total' : undefined;
  return (
    <>
      <dt className={look}>{label}</dt>
      <dd className={look}>
        <Price of={amount} />
      </dd>
    </>
  );
}

function State({ row }: { row: Row }) {
  const isBad = row.state === 'failed' || row.state === 'disputed';
  return <span className={isBad ? 'text-crimson' : undefined}>{stateInWords(row, row.record)}</span>;
}
