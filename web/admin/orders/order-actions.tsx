import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentAttempt } from '#contract/payments.ts';
import { useShop } from '../../shell/shop.ts';
import { Button } from '../../ui/button.tsx';
import { useHasRole } from '../admin-access.ts';
import { useReload } from '../use-reload.ts';
import { canRecordPayment, canRefund, hasDispute } from './order-money.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { UpdateStatusDialog } from './update-status-dialog.tsx';

/** The buttons for what the admin's role may do with an order, and their dialogs. Only owners move and record money. */
export function OrderActions({ order, attempts }: { order: OrderDetails; attempts: readonly PaymentAttempt[] }) {
  const [mayUpdate, isOwner] = [useHasRole('staff'), useHasRole('owner')];
  const { payments } = useShop();
  const [open, setOpen] = useState<'status' | 'refund' | 'payment' | null>(null);
  const close = () => setOpen(null);
  const reload = useReload();
  // A shop that only simulates payments has no money to record.
  const hasMoney = payments.mode === 'stripe' || payments.transfer !== undefined || order.paymentMethod === 'transfer';
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {isOwner && hasMoney && canRecordPayment(order) && (
        <Button variant="line" onClick={() => setOpen('payment')}>
          <Trans>Record payment</Trans>
        </Button>
      )}
      {isOwner && canRefund(order) && <RefundButton order={order} onClick={() => setOpen('refund')} />}
      {mayUpdate && (
        <Button variant="line" onClick={() => setOpen('status')}>
          <Trans>Update Status</Trans>
        </Button>
      )}
      {open === 'payment' && <RecordPaymentDialog order={order} onClose={close} onRecorded={reload} />}
      {open === 'refund' && (
        <RefundDialog
          order={order}
          isByProcessor={attempts.some(({ intentId, state }) => intentId !== null && state !== 'released')}
          onClose={close}
          onRefunded={reload}
        />
      )}
      <UpdateStatusDialog order={open === 'status' ? order : null} onClose={close} onChanged={reload} />
    </div>
  );
}

/** Disabled during a dispute. The strip about the dispute shows the reason; here only screen readers get it. */
function RefundButton({ order, onClick }: { order: OrderDetails; onClick: () => void }) {
  if (!hasDispute(order))
    return (
      <Button variant="line" onClick={onClick}>
        <Trans>Refund</Trans>
      </Button>
    );
  return (
    <>
      <Button variant="line" disabled aria-describedby="refund-closed">
        <Trans>Refund</Trans>
      </Button>
      <span className="visually-hidden" id="refund-closed">
        <Trans>The buyer's bank disputes the payment, so it cannot be refunded.</Trans>
      </span>
    </>
  );
}
