import { useEffect, useId, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { failedToast } from '../admin-failure.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderProducts } from './order-products.tsx';
import { OrderRecords } from './order-records.tsx';

interface OrderDetailsDialogProps {
  /** Null while it is closed. */
  orderId: string | null;
  /** Another number: the order has been changed, and is loaded again. */
  changes: number;
  onUpdateStatus: (order: OrderDetails) => void;
  onClose: () => void;
}

/** Order Details (SPEC.md §2, Orders). */
export function OrderDetailsDialog({ orderId, changes, onUpdateStatus, onClose }: OrderDetailsDialogProps) {
  const titleId = useId();
  const order = useOrderDetails(orderId, changes, onClose);
  return (
    <Dialog open={orderId !== null} onClose={onClose} labelledBy={titleId} form="dialog dialog-wide">
      <div className="dialog-head">
        <h2 className="text-18!" id={titleId}>
          Order Details
        </h2>
        <IconButton small label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      {order ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing that takes the focus.
        <div className="dialog-body" tabIndex={0} role="group" aria-labelledby={titleId}>
          <OrderFacts order={order} />
          <OrderProducts order={order} />
          <OrderRecords order={order} />
        </div>
      ) : (
        <p className="state muted" role="status">
          Loading order details...
        </p>
      )}
      <div className="dialog-foot">
        {order && (
          <Button variant="line" onClick={() => onUpdateStatus(order)}>
            Update Status
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** The order with this id; null while it is on its way. What cannot be had is said, and `onFailed` called. */
function useOrderDetails(orderId: string | null, changes: number, onFailed: () => void): OrderDetails | null {
  const [loaded, setLoaded] = useState<OrderDetails | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that there is something new to load.
  useEffect(() => {
    if (orderId === null) return;
    const leaving = new AbortController();
    void call('getOrderAsAdmin', { params: { id: orderId }, signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.success) return setLoaded(answer.order);
      failedToast('Failed to load order details', answer);
      onFailed();
    });
    return () => leaving.abort();
  }, [orderId, changes]);
  // While it closes, what it showed stays.
  return orderId === null || loaded?.id === orderId ? loaded : null;
}
