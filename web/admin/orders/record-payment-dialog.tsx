import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { dayIn, momentOfDay } from '../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps } from '../../shell/draft-dialog.tsx';
import { usePrices } from '../../shell/price.tsx';
import { useShop } from '../../shell/shop.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { leftToPay } from './order-money.ts';
import { OutsideMethod } from './outside-method.tsx';
import { emptyReceipt, type ReceiptDraft, receiptOf } from './receipt-draft.ts';

interface RecordPaymentDialogProps {
  order: OrderDetails;
  onClose: () => void;
  onRecorded: () => void;
}

/** The dialog that records money from outside of the processor. Mounted only while it is open; asks before entered values are lost. */
export function RecordPaymentDialog({ order, onClose, onRecorded }: RecordPaymentDialogProps) {
  const { timezone } = useShop();
  return (
    <DraftDialog first={() => emptyReceipt(leftToPay(order), dayIn(timezone))} onClose={onClose} onDone={onRecorded}>
      {(form) => <RecordPaymentForm {...form} order={order} />}
    </DraftDialog>
  );
}

interface RecordPaymentFormProps extends DraftFormProps<ReceiptDraft> {
  order: OrderDetails;
}

function RecordPaymentForm({ titleId, order, draft, onChange, onLeave, onDone }: RecordPaymentFormProps) {
  const price = usePrices();
  const left = price(leftToPay(order));
  const { today, receipt, isBusy, failure, form } = useRecording(order, draft, onDone);
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        <Trans>Record payment</Trans>
      </h2>
      <p className="muted">
        <Trans>Money that came outside of the shop's payment pages. {left} is left to pay.</Trans>
      </p>
      <TextField
        label={t`Amount`}
        inputMode="decimal"
        data-autofocus
        value={draft.amount}
        error={failure?.fields?.amount}
        hint={'fields' in receipt ? undefined : receipt.follows}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <OutsideMethod method={draft.method} onMethod={(method) => onChange({ method })} />
      <TextField
        label={t`Day`}
        type="date"
        max={today}
        value={draft.day}
        error={failure?.fields?.day}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <TextField
        label={t`Note (optional)`}
        value={draft.note}
        hint={t`For example the number of the row on your bank statement.`}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      {order.status === 'cancelled' && (
        <p className="muted">
          <Trans>
            The reservation has ended. The order is paid if its pieces can still be bought; otherwise nothing is
            recorded, and you send the money back.
          </Trans>
        </p>
      )}
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onLeave}>
        <Trans>Record payment</Trans>
      </DialogActions>
    </form>
  );
}

/** Checks what was entered, and sends it. */
function useRecording(order: OrderDetails, draft: ReceiptDraft, onDone: () => void) {
  const price = usePrices();
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const receipt = receiptOf(order, draft, { today, price });
  const submission = useSubmission((): FormFailure | Promise<FormFailure | undefined> => {
    if ('fields' in receipt) return { message: '', fields: receipt.fields };
    return send(receipt.amount);
  });
  async function send(amount: number): Promise<FormFailure | undefined> {
    const { method, day, note } = draft;
    const sum = price(amount);
    const seenReceived = order.received ?? 0;
    const body = { amount, method, note, seenReceived, ...(day !== today && { at: momentOfDay(day, timezone) }) };
    const answer = await call('recordPayment', { params: { id: order.id }, body });
    if (!answer.success) return adminFailure(t`Failed to record the payment`, answer);
    showToast({ tone: 'done', text: t`${sum} recorded` });
    onDone();
    return undefined;
  }
  return { today, receipt, ...submission };
}
