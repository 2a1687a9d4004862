import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useHasRole } from '../admin-access.ts';
import { failureText } from '../admin-failure.ts';
import { completeOrderDetails } from './complete-order.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderListings } from './order-listings.tsx';
import { OrderRecords } from './order-records.tsx';

interface OrderDetailsDialogProps {
  /** Null while the dialog is closed. */
  orderId: string | null;
  /** A counter. When it changes, the order has changed and is loaded again. */
  changes: number;
  onUpdateStatus: (order: OrderDetails) => void;
  onClose: () => void;
}

/** The dialog Order Details (docs/behaviour/orders.md, 15). */
export function OrderDetailsDialog({ orderId, changes, onUpdateStatus, onClose }: OrderDetailsDialogProps) {
  const titleId = useId();
  const mayUpdate = useHasRole('staff');
  const order = useOrderDetails(orderId, changes, onClose);
  return (
    <Dialog open={orderId !== null} onClose={onClose} labelledBy={titleId} variant="wide">
      <div className="dialog-head">
        <h2 className="text-18!" id={titleId}>
          <Trans>Order Details</Trans>
        </h2>
        <IconButton small label={t`Close`} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      {order ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and may contain nothing focusable.
        <div className="dialog-body" tabIndex={0} role="group" aria-labelledby={titleId}>
          <FailureBoundary data={order} fallback={FailedPart}>
            <OrderFacts order={order} />
          </FailureBoundary>
          <FailureBoundary data={order} fallback={FailedPart}>
            <OrderListings order={order} />
          </FailureBoundary>
          <FailureBoundary data={order} fallback={FailedPart}>
            <OrderRecords order={order} />
          </FailureBoundary>
        </div>
      ) : (
        <p className="state muted" role="status">
          <Trans>Loading order details...</Trans>
        </p>
      )}
      <div className="dialog-foot">
        {order && (
          <Link className="button button-line mr-auto" to={`/admin/orders/${order.id}`}>
            <Trans>Open the order</Trans>
          </Link>
        )}
        {order && mayUpdate && (
          <Button variant="line" onClick={() => onUpdateStatus(order)}>
            <Trans>Update Status</Trans>
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function FailedPart() {
  return <p className="muted">{t`This part of the order could not be shown.`}</p>;
}

/**
 * The order with this id; null while it loads. If it cannot be loaded, the failure is shown and `onFailed` is called.
 */
function useOrderDetails(orderId: string | null, changes: number, onFailed: () => void): OrderDetails | null {
  const [loaded, setLoaded] = useState<OrderDetails | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` triggers loading again.
  useEffect(() => {
    if (orderId === null) return;
    const leaving = new AbortController();
    void call('getOrderAsAdmin', { params: { id: orderId }, signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.success) return setLoaded(completeOrderDetails(answer.order));
      showToast({ tone: 'failed', text: failureText(t`Failed to load order details`, answer) });
      onFailed();
    });
    return () => leaving.abort();
  }, [orderId, changes]);
  // The order stays shown while the dialog closes.
  return orderId === null || loaded?.id === orderId ? loaded : null;
}
