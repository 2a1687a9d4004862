import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Order, OrderDetails } from '#contract/orders.ts';
import { canCancel, canEdit, hasInvoice, orderStatusLabel } from '#contract/states.ts';
import { paymentAddress, transferAddress } from '../checkout/pay.ts';
import { Price } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { useTimes } from '../shell/use-times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { InvoiceButtons } from './invoice-buttons.tsx';
import { OrderDetailsPanel } from './order-details.tsx';
import { OrderEditor } from './order-editor.tsx';
import { OrderItemPicture } from './order-item-picture.tsx';
import { OrderNumber } from './order-number.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { waitsForTransfer } from './waits-for-transfer.ts';

interface OrderCardProps {
  order: Order;
  /** Null while the details are closed. */
  details: OrderDetails | null;
  /** The page number of the history, which the links keep. */
  page: number;
}

/** One order of the history with its actions. */
export function OrderCard({ order, details, page }: OrderCardProps) {
  const titleId = useId();
  const detailsId = useId();
  const title = useHeadingFocus(order.status);
  const { day } = useTimes();
  const hasProcessor = useShop().payments.mode === 'stripe';
  const isWaiting = waitsForTransfer(order);
  return (
    <article className="order" aria-labelledby={titleId}>
      <header className="order-head">
        <h2 className="heading-block numeric" id={titleId} ref={title} tabIndex={-1}>
          <Trans>
            Order <OrderNumber id={order.id} />
          </Trans>
        </h2>
        <time className="muted small numeric" dateTime={order.orderDate}>
          {day(order.orderDate)}
        </time>
        <Badge tone={order.status}>{isWaiting ? t`Waiting for your transfer` : orderStatusLabel[order.status]}</Badge>
        <span className="total-number numeric">
          <Price of={order.totalPrice} />
        </span>
      </header>
      <OrderItems order={order} />
      {isWaiting && <AwaitedTransfer order={order} />}
      <div className="order-act">
        {isWaiting && (
          <Link className="button button-small" to={transferAddress(order.id)}>
            <Trans>How to Pay</Trans>
          </Link>
        )}
        {hasProcessor && order.status === 'pending' && order.paymentMethod !== 'transfer' && (
          <Link className="button button-small" to={paymentAddress(order.id)}>
            <Trans>Continue to Payment</Trans>
          </Link>
        )}
        {hasInvoice(order.status) && <InvoiceButtons orderId={order.id} look="button" />}
        <Link
          className="button button-line button-small"
          to={orderAddress(page, details ? null : order.id)}
          preventScrollReset
          aria-expanded={details !== null}
          aria-controls={details ? detailsId : undefined}
        >
          {details ? t`Hide Details` : t`Order Details`}
        </Link>
        {/* An order of which a part has been sent cannot be changed. */}
        {!details?.shipments.length && <OrderChanges order={order} />}
      </div>
      {details && <OrderDetailsPanel id={detailsId} order={details} />}
    </article>
  );
}

function AwaitedTransfer({ order }: { order: Order }) {
  const { endOfDay } = useTimes();
  return (
    <Note tone="held">
      <Trans>
        Transfer what is left to pay with the reference <OrderNumber id={order.id} />.
      </Trans>{' '}
      {order.holdExpiresAt !== null && t`Held for you until ${{ time: endOfDay(order.holdExpiresAt) }}.`}
    </Note>
  );
}

function OrderItems({ order }: { order: Order }) {
  return (
    <ul className="order-pieces">
      {order.items.map(({ listingId, price, listing }) => (
        <li key={listingId}>
          <OrderItemPicture listing={listing} />
          <span>
            <Link
              className="name text-18! no-underline hover:underline"
              to={`/product/${encodeURIComponent(listingId)}`}
            >
              {listing.name}
            </Link>
            <br />
            <span className="small muted numeric">
              {[listing.artist, listing.year].filter(Boolean).join(', ') || t`Handcrafted`} · <Price of={price} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The buttons and dialogs to modify and to cancel the order. */
function OrderChanges({ order }: { order: Order }) {
  const [asking, setAsking] = useState<'edit' | 'cancel' | null>(null);
  const { revalidate } = useRevalidator();
  const finish = async (changed: boolean) => {
    setAsking(null);
    if (changed) await revalidate();
  };
  return (
    <>
      {canEdit(order.status) && (
        <Button variant="line" small onClick={() => setAsking('edit')}>
          <Trans>Modify Order</Trans>
        </Button>
      )}
      {(canCancel(order.status) || waitsForTransfer(order)) && (
        <Button variant="danger" small onClick={() => setAsking('cancel')}>
          <Trans>Cancel Order</Trans>
        </Button>
      )}
      <OrderEditor order={order} open={asking === 'edit'} onClose={finish} />
      <CancelOrder order={order} open={asking === 'cancel'} onClose={() => setAsking(null)} />
    </>
  );
}

/** The URL of the history with this order opened, or with none. */
function orderAddress(page: number, orderId: string | null): string {
  const search = new URLSearchParams();
  if (page > 1) search.set('page', String(page));
  if (orderId !== null) search.set('order', orderId);
  return search.size > 0 ? `/account?${search}` : '/account';
}
