import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import type { Order, OrderSortField } from '#contract/orders.ts';
import { orderStatuses, orderStatusLabel } from '#contract/states.ts';
import { useDates } from '../../account/dates.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../table/column.ts';
import { type AskForRows, loadTable } from '../table/load-table.ts';
import { TableSection } from '../table/table-section.tsx';
import type { Route } from './+types/orders-section.ts';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { StatusFilter } from './status-filter.tsx';
import { UpdateStatusDialog } from './update-status-dialog.tsx';
import { useOpenOrder } from './use-open-order.ts';

const askForOrders: AskForRows<Order, OrderSortField> = async (query, search, signal) => {
  const status = orderStatuses.find((known) => known === search.get('status'));
  const answer = await call('listOrdersAsAdmin', { query: { ...query, status }, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.orders, total: answer.total } : answer;
};

/** SPEC.md §2, Orders. What the last column's buttons do is the section's. */
const columns: Column<Order, OrderSortField>[] = [
  {
    title: 'Order ID',
    sort: 'id',
    cellClass: 'strong num c-main',
    cell: ({ id }) => <OrderNumber id={id} domId={nameId(id)} />,
    csv: ({ id }) => id,
  },
  {
    title: 'User',
    sort: 'userId',
    cellClass: 'id c-2',
    cell: ({ userId, buyer }) => (
      <>
        <span className="block truncate text-13 text-ink">{buyer.name || buyer.email}</span>
        <span className="id-s" title={userId}>
          {userId}
        </span>
      </>
    ),
    csv: ({ userId }) => userId,
  },
  {
    title: 'Amount',
    sort: 'totalPrice',
    right: true,
    cell: ({ totalPrice }) => formatDollars(totalPrice),
    csv: ({ totalPrice }) => totalPrice,
  },
  {
    title: 'Status',
    sort: 'status',
    cell: ({ status }) => <Badge tone={status}>{orderStatusLabel[status]}</Badge>,
    csv: ({ status }) => orderStatusLabel[status],
  },
  {
    title: 'Date',
    sort: 'date',
    cellClass: 'num muted',
    cell: ({ orderDate }) => <Moment at={orderDate} />,
    csv: ({ orderDate }) => orderDate,
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, askForOrders);
}

/** To open or close an order is no reason to ask for the table again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const tableOf = ({ pathname, search }: URL) => {
    const parameters = new URLSearchParams(search);
    parameters.delete('order');
    return `${pathname}?${parameters}`;
  };
  return currentUrl.href === nextUrl.href || tableOf(currentUrl) !== tableOf(nextUrl);
}

/** Orders (SPEC.md §2, Admin panel). The open one is in the address: `?order=K7M-4QX`. */
export default function OrdersSection({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const openOrder = useOpenOrder();
  const { revalidate } = useRevalidator();
  const [updated, setUpdated] = useState<Order | null>(null);
  const [changes, setChanges] = useState(0);
  const actions: Column<Order, OrderSortField> = {
    title: 'Actions',
    right: true,
    cellClass: 'c-full',
    cell: (order) => (
      <div className="acts">
        <Button variant="line" aria-describedby={nameId(order.id)} onClick={() => openOrder(order.id)}>
          View
        </Button>
        <Button variant="line" aria-describedby={nameId(order.id)} onClick={() => setUpdated(order)}>
          Update Status
        </Button>
      </div>
    ),
  };
  return (
    <>
      <TableSection
        title="Orders"
        noun={['order', 'orders']}
        empty="No orders found"
        form="table-o"
        columns={[...columns, actions]}
        content={loaderData}
        idOf={({ id }) => id}
        ask={askForOrders}
        defaultSorting={{ field: 'date', descending: true }}
        filters={<StatusFilter />}
        filterNames={['status']}
      />
      <OrderDetailsDialog
        orderId={search.get('order')}
        changes={changes}
        onUpdateStatus={setUpdated}
        onClose={() => openOrder(null)}
      />
      <UpdateStatusDialog
        order={updated}
        onClose={() => setUpdated(null)}
        onChanged={() => {
          setChanges((before) => before + 1);
          void revalidate();
        }}
      />
    </>
  );
}

function Moment({ at }: { at: string }) {
  const { minute } = useDates();
  return <time dateTime={at}>{minute(at)}</time>;
}

const nameId = (id: string) => `order-${id}`;
