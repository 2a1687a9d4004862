import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { type OrderStatus, orderStatuses, orderStatusLabel, ownsListings } from '#contract/states.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { call } from '../../api.ts';
import { usePrices } from '../../shell/price.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Select } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';

type OrderInShort = Pick<Order, 'id' | 'status' | 'totalPrice'>;

interface UpdateStatusDialogProps {
  /** Null while the dialog is closed. */
  order: OrderInShort | null;
  onClose: () => void;
  onChanged: () => void;
}

/** The dialog that sets any status of an order. The server refuses one that would sell a listing twice (docs/behaviour/orders.md, 4, 9). */
export function UpdateStatusDialog({ order, onClose, onChanged }: UpdateStatusDialogProps) {
  const titleId = useId();
  const [shown, setShown] = useState(order);
  if (order !== null && order !== shown) setShown(order);
  return (
    <Dialog open={order !== null} onClose={onClose} labelledBy={titleId}>
      {shown && (
        <UpdateStatusForm key={shown.id} titleId={titleId} order={shown} onClose={onClose} onChanged={onChanged} />
      )}
    </Dialog>
  );
}

interface UpdateStatusFormProps {
  titleId: string;
  order: OrderInShort;
  onClose: () => void;
  onChanged: () => void;
}

function UpdateStatusForm({ titleId, order, onClose, onChanged }: UpdateStatusFormProps) {
  const price = usePrices();
  const [status, setStatus] = useState<OrderStatus>(order.status);
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('setOrderStatus', { params: { id: order.id }, body: { status } });
    if (!answer.success) return adminFailure(t`Failed to update order status`, answer);
    onClose();
    showToast({ tone: 'done', text: t`Order status updated successfully` });
    onChanged();
  });

  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        <Trans>Update Status</Trans>
      </h2>
      <p className="muted">
        <Trans>
          Order <OrderNumber id={order.id} />
        </Trans>
      </p>
      <Select
        label={t`Status`}
        data-autofocus
        value={status}
        hint={consequence(order, status, price(order.totalPrice))}
        onChange={({ target: { value } }) => setStatus(orderStatuses.find((known) => known === value) ?? status)}
      >
        {orderStatuses.map((known) => (
          <option key={known} value={known}>
            {orderStatusLabel[known]}
          </option>
        ))}
      </Select>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onClose}>
        <Trans>Update Status</Trans>
      </DialogActions>
    </form>
  );
}

/** The effect of the new status on listings and payments (docs/behaviour/orders.md, 5). */
function consequence(order: OrderInShort, status: OrderStatus, total: string): string | undefined {
  if (ownsListings(order.status) && !ownsListings(status))
    return t`Its pieces are for sale again, and ${total} is refunded.`;
  if (!ownsListings(order.status) && ownsListings(status)) return t`Its pieces count as sold, and ${total} is charged.`;
  return undefined;
}
