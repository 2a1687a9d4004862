import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import type { Order, OrderSortField } from '#contract/orders.ts';
import { orderStatuses, orderStatusLabel } from '#contract/states.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { call } from '../../api.ts';
import { Price } from '../../shell/price.tsx';
import { useShop } from '../../shell/shop.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useHasRole } from '../admin-access.ts';
import { BankLink } from '../bank/bank-link.tsx';
import { EmailNote } from '../email-note.tsx';
import { LinkIfAny } from '../link-if-any.tsx';
import { Moment } from '../moment.tsx';
import { returnsAddress } from '../returns/returns-address.ts';
import type { Column } from '../table/column.ts';
import { localMoment } from '../table/csv.ts';
import { loadTable, type RequestRows, requestPage } from '../table/load-table.ts';
import { StatusFilter } from '../table/status-filter.tsx';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/orders-section.ts';
import { completeOrder } from './complete-order.ts';
import { deliveryCsvColumns, orderCsvColumns } from './csv-columns.ts';
import { NewOrdersOffer } from './new-orders.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { UpdateStatusDialog } from './update-status-dialog.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { useOpenOrder } from './use-open-order.ts';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} order`, other: `${count} orders` }),
  search: t`Search orders`,
  noMatch: t`No orders match what you look for.`,
  pages: t`Pages of orders`,
  file: 'orders',
};

const requestOrders = (async (query, search, signal) => {
  const status = orderStatuses.find((known) => known === search.get('status'));
  const answer = await call('listOrdersAsAdmin', { query: { ...query, status }, ...(signal && { signal }) });
  return answer.success ? { ...answer, rows: answer.orders.map(completeOrder) } : answer;
}) satisfies RequestRows<Order, OrderSortField>;

/** Columns of the orders table (docs/behaviour/admin.md, 3), without the last one, which has the buttons. */
const columns: Column<Order, OrderSortField>[] = [
  {
    title: t`Order ID`,
    sort: 'id',
    cellClass: 'strong numeric cell-main',
    cell: ({ id }) => <OrderNumber id={id} domId={nameId(id)} />,
    csv: ({ id }) => id,
  },
  {
    title: t`User`,
    sort: 'userId',
    cellClass: 'id cell-second wrap-anywhere',
    cell: ({ userId, buyer }) => (
      <>
        <span className="block text-13 text-ink">{buyer.name || buyer.email}</span>
        <span className="id-small" title={userId}>
          {userId}
        </span>
      </>
    ),
    csv: ({ userId }) => userId,
  },
  {
    title: t`Amount`,
    sort: 'totalPrice',
    right: true,
    cell: ({ totalPrice }) => <Price of={totalPrice} />,
    csv: ({ totalPrice }) => totalPrice,
  },
  {
    title: t`Status`,
    sort: 'status',
    cell: ({ status }) => <Badge tone={status}>{orderStatusLabel[status]}</Badge>,
    csv: ({ status }) => orderStatusLabel[status],
  },
  {
    title: t`Date`,
    sort: 'date',
    cellClass: 'numeric muted',
    cell: ({ orderDate }) => <Moment at={orderDate} />,
    csv: ({ orderDate }, { timezone }) => localMoment(orderDate, timezone),
  },
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  let state = { latestArrival: 0, revision: 0 };
  const content = await loadTable<Order, OrderSortField>(request, columns, async (...given) => {
    const answer = await requestOrders(...given);
    if (answer.success) state = { latestArrival: answer.latestArrival, revision: answer.revision };
    return answer;
  });
  return { ...content, ...state };
}

async function reloadRows(search: URLSearchParams, signal: AbortSignal): Promise<Order[] | null> {
  const answer = await requestPage(search, columns, requestOrders, signal);
  return answer.success ? answer.rows : null;
}

/** URL parameters that change which orders are in the list, or their sequence. */
const tableParameters = ['q', 'status', 'sort', 'page'];

/** Opening or closing an order does not load the table again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const tableOf = ({ pathname, search }: URL) => {
    const parameters = new URLSearchParams(search);
    parameters.delete('order');
    return `${pathname}?${parameters}`;
  };
  return currentUrl.href === nextUrl.href || tableOf(currentUrl) !== tableOf(nextUrl);
}

/** The section Orders. The id of the open order is in the URL: `?order=K7M-4QX`. */
export default function OrdersSection({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const openOrder = useOpenOrder();
  const mayUpdate = useHasRole('staff');
  const offersDelivery = useShop().delivery.offered;
  const rows = useLiveRows(loaderData, reloadRows);
  const { revalidate } = useRevalidator();
  const [updated, setUpdated] = useState<Order | null>(null);
  const [changes, setChanges] = useState(0);
  return (
    <>
      <TableSection
        title={t`Orders`}
        words={words}
        empty={t`No orders found`}
        form="table-plain"
        columns={[...columns, actionsColumn(({ id }) => openOrder(id), mayUpdate ? setUpdated : null)]}
        content={{ ...loaderData, rows }}
        idOf={({ id }) => id}
        requestRows={requestOrders}
        csvColumns={offersDelivery ? [...orderCsvColumns, ...deliveryCsvColumns] : orderCsvColumns}
        defaultSorting={{ field: 'date', descending: true }}
        actions={
          <>
            <LinkIfAny
              to={returnsAddress}
              load={() => call('listReturns', { quiet: true, query: { page: 1, pageSize: 1 } })}
            >
              <Trans>Returns</Trans>
            </LinkIfAny>
            <BankLink />
          </>
        }
        filters={<StatusFilter statuses={orderStatuses} labels={orderStatusLabel} />}
        notice={
          <>
            <EmailNote />
            <NewOrdersOffer list={loaderData} isNewestFirst={!tableParameters.some((name) => search.has(name))} />
          </>
        }
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

/** The column with the buttons of each row. `onUpdate` is null for a viewer. */
function actionsColumn(
  onView: (order: Order) => void,
  onUpdate: ((order: Order) => void) | null,
): Column<Order, OrderSortField> {
  return {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full',
    cell: (order) => (
      <div className="row-actions">
        <Button variant="line" aria-describedby={nameId(order.id)} onClick={() => onView(order)}>
          <Trans>View</Trans>
        </Button>
        {onUpdate && (
          <Button variant="line" aria-describedby={nameId(order.id)} onClick={() => onUpdate(order)}>
            <Trans>Update Status</Trans>
          </Button>
        )}
      </div>
    ),
  };
}

const nameId = (id: string) => `order-${id}`;
