import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';

type Found = { orders: readonly Order[]; total: number } | 'failed';

/**
 * Lists the orders that contain a listing and says that they are kept. Shown before the listing is deleted. Without orders it shows
 * nothing, unless the listing is sold.
 */
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
      {found === null && isSold && t`Looking for its order...`}
      {found === 'failed' && t`Its orders could not be loaded.`}
      {found !== null && found !== 'failed' && <Orders {...found} isSold={isSold} />}
    </span>
  );
}

function Orders({ orders, total, isSold }: Exclude<Found, 'failed'> & { isSold: boolean }) {
  const { day } = useTimes();
  if (total === 0) return isSold && t`It is marked as sold, and no order has it.`;
  const others = total - orders.length;
  return (
    <>
      {orders.map((order) => (
        <span key={order.id} className="block">
          {lineOf(order, day(order.orderDate))}
        </span>
      ))}
      {others > 0 && <span className="block">{t`And ${others} more.`}</span>}
      <span className="block">
        {plural(total, {
          one: 'This order, its invoice and its payments stay as they are, with what was bought. A cancelled order cannot be taken up again.',
          other:
            'These orders, their invoices and their payments stay as they are, with what was bought. A cancelled order cannot be taken up again.',
        })}
      </span>
    </>
  );
}

function lineOf({ id, buyer: person, status }: Order, day: string): string {
  const buyer = person?.name || person?.email || t`buyer not available`;
  const lines: Readonly<Record<OrderStatus, string>> = {
    pending: t`Order ${id}: ${buyer}, ${day}, pending.`,
    processing: t`Order ${id}: ${buyer}, ${day}, processing.`,
    paid: t`Order ${id}: ${buyer}, ${day}, paid.`,
    shipped: t`Order ${id}: ${buyer}, ${day}, shipped.`,
    delivered: t`Order ${id}: ${buyer}, ${day}, delivered.`,
    cancelled: t`Order ${id}: ${buyer}, ${day}, cancelled.`,
  };
  return lines[status];
}
