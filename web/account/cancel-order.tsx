import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { usePrices } from '../shell/price.tsx';
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
  const count = order.items.length;
  const total = usePrices()(order.totalPrice);
  async function cancel() {
    const answer = await call('cancelOrder', { params: { id: order.id } });
    // The orders are loaded again after a failure, too, because this order may have changed meanwhile.
    void revalidate();
    if (!answer.success) return { message: t`Failed to cancel order: ${{ reason: answer.message }}` };
    onClose();
    showToast({ tone: 'done', text: t`Order cancelled successfully. Products are now available again.` });
  }
  return (
    <ConfirmDialog
      open={open}
      title={
        <Trans>
          Cancel Order <OrderNumber id={order.id} />?
        </Trans>
      }
      confirmLabel={t`Cancel Order`}
      cancelLabel={t`Keep Order`}
      onConfirm={cancel}
      onCancel={onClose}
    >
      {waitsForTransfer(order)
        ? plural(count, {
            one: 'If you have sent the money already, keep the order. Otherwise you owe nothing, and the piece is for sale again. This action cannot be undone.',
            other:
              'If you have sent the money already, keep the order. Otherwise you owe nothing, and the pieces are for sale again. This action cannot be undone.',
          })
        : plural(count, {
            one: `${total} will be refunded, and the piece is for sale again. This action cannot be undone.`,
            other: `${total} will be refunded, and the pieces are for sale again. This action cannot be undone.`,
          })}
    </ConfirmDialog>
  );
}
