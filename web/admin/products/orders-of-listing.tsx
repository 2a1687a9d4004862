import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import { orderStatusLabel } from '#contract/states.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';

type Found = { orders: readonly Order[]; total: number } | 'failed';

/** Shown before a listing is deleted: the orders that contain it, and that they are kept. Nothing if there are none. */
export function OrdersOfListing({ listing: { id, status } }: { listing: Pick<Listing, 'id' | 'status'> }) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    void call('listOrdersOfProduct', { params: { id }, signal: closing.signal }).then((answer) => {
      if (!closing.signal.aborted) setFound(answer.success ? answer : 'failed');
    });
    return () => closing.abort();
  }, [id]);

  const isSold = status === 'sold';
  return (
    <span className="mt-3 block empty:hidden" role="status">
      {found === null && isSold && 'Looking for its order...'}
      {found === 'failed' && 'Its orders could not be loaded.'}
      {found !== null && found !== 'failed' && <Orders {...found} isSold={isSold} />}
    </span>
  );
}

function Orders({ orders, total, isSold }: Exclude<Found, 'failed'> & { isSold: boolean }) {
  const { day } = useTimes();
  if (total === 0) return isSold && 'It is marked as sold, and no order has it.';
  return (
    <>
      {orders.map((order) => (
        <span key={order.id} className="block">
          Order {order.id}: {order.buyer?.name || order.buyer?.email || 'buyer not available'}, {day(order.orderDate)},{' '}
          {orderStatusLabel[order.status].toLowerCase()}.
        </span>
      ))}
      {total > orders.length && <span className="block">And {total - orders.length} more.</span>}
      <span className="block">
        {total === 1 ? 'This order, its invoice and its payments' : 'These orders, their invoices and their payments'}{' '}
        stay as they are, with what was bought. A cancelled order cannot be taken up again.
      </span>
    </>
  );
}
