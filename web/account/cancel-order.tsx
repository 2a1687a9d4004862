import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { Price } from '../shell/price.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { OrderNumber } from './order-number.tsx';
import { waitsForTransfer } from './waits-for-transfer.ts';

interface CancelOrderProps {
  order: Order;
  open: boolean;
  onClose: () => void;
}

/** Asks for confirmation, then cancels the order (docs/behaviour/orders.md, 8). */
export function CancelOrder({ order, open, onClose }: CancelOrderProps) {
  const { revalidate } = useRevalidator();
  async function cancel() {
    const answer = await call('cancelOrder', { params: { id: order.id } });
    // After a failure, too: the order may differ from the one shown.
    void revalidate();
    if (!answer.success) return { message: `Failed to cancel order: ${answer.message}` };
    onClose();
    showToast({ tone: 'done', text: 'Order cancelled successfully. Products are now available again.' });
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
      onConfirm={cancel}
      onCancel={onClose}
    >
      {waitsForTransfer(order) ? (
        'If you have sent the money already, keep the order. Otherwise you owe nothing, and '
      ) : (
        <>
          <Price of={order.totalPrice} /> will be refunded, and{' '}
        </>
      )}
      {order.items.length === 1 ? 'the piece is' : 'the pieces are'} for sale again. This action cannot be undone.
    </ConfirmDialog>
  );
}
