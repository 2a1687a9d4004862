import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { Price } from '../shell/price.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { OrderNumber } from './order-number.tsx';

interface CancelOrderProps {
  order: Order;
  open: boolean;
  /** `changed`: the order may differ from the one shown. */
  onClose: (changed: boolean) => Promise<void>;
}

/** Asks for confirmation, then cancels the order (docs/behaviour/orders.md, 8). */
export function CancelOrder({ order, open, onClose }: CancelOrderProps) {
  const [busy, setBusy] = useState(false);
  async function cancel() {
    setBusy(true);
    const answer = await call('cancelOrder', { params: { id: order.id } });
    setBusy(false);
    if (answer.success) {
      showToast({ tone: 'done', text: 'Order cancelled successfully. Products are now available again.' });
    } else {
      showToast({ tone: 'failed', text: `Failed to cancel order: ${answer.message}` });
    }
    await onClose(true);
  }
  return (
    <ConfirmDialog
      open={open}
      title={
        <>
          Cancel Order <OrderNumber id={order.id} />?
        </>
      }
      confirmLabel="Cancel Order"
      cancelLabel="Keep Order"
      busy={busy}
      onConfirm={() => void cancel()}
      onCancel={() => {
        if (!busy) void onClose(false);
      }}
    >
      <Price of={order.totalPrice} /> will be refunded, and{' '}
      {order.items.length === 1 ? 'the piece is' : 'the pieces are'} for sale again. This action cannot be undone.
    </ConfirmDialog>
  );
}
