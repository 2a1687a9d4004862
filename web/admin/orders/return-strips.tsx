import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { sumPrices } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { OrderReturn } from '#contract/returns.ts';
import { isOpenReturn, returnAfter } from '#contract/states.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useHasRole } from '../admin-access.ts';
import { amountIn } from './refund-draft.ts';
import { Strip } from './strip.tsx';

function titleOf({ state, items }: OrderReturn): string {
  const names = items.map(({ name }) => name).join(', ');
  if (state === 'requested') return t`The buyer asks to return: ${names}`;
  return state === 'approved' ? t`A return is on its way: ${names}` : t`A return has arrived: ${names}`;
}

/** The open returns of an order, each with buttons for its possible next steps (docs/behaviour/returns.md, 5). */
export function ReturnStrips({ order }: { order: OrderDetails }) {
  const open = (order.returns ?? []).filter(({ state }) => isOpenReturn(state));
  return open.map((openReturn) => (
    <Strip
      key={openReturn.id}
      title={titleOf(openReturn)}
      actions={<ReturnSteps order={order} openReturn={openReturn} />}
    >
      {openReturn.reason === '' ? t`The reason was deleted with the account.` : `“${openReturn.reason}”`}
    </Strip>
  ));
}

type AskedStep = 'approve' | 'decline' | 'receive' | 'close';

const steps: Readonly<Record<AskedStep, { label: string; title: string; question: string; done: string }>> = {
  approve: {
    label: t`Approve`,
    title: t`Approve the return`,
    question: t`The buyer is asked by email to send the pieces.`,
    done: t`Return approved`,
  },
  decline: {
    label: t`Decline`,
    title: t`Decline the return`,
    question: t`The buyer gets your words by email. A guarantee of the law cannot be declined.`,
    done: t`Return declined`,
  },
  receive: {
    label: t`It has arrived`,
    title: t`The pieces have arrived`,
    question: t`The buyer is told by email. You decide about the refund when you close the return.`,
    done: t`Return received`,
  },
  close: {
    label: t({ message: 'Close', context: 'return' }),
    title: t`Close the return`,
    question: t`With a refund its pieces leave the order. Without one they stay the buyer’s.`,
    done: t`Return closed`,
  },
};

const stepsInOrder: readonly AskedStep[] = ['approve', 'decline', 'receive', 'close'];

function ReturnSteps({ order, openReturn }: { order: OrderDetails; openReturn: OrderReturn }) {
  const [mayAnswer, isOwner] = [useHasRole('staff'), useHasRole('owner')];
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const [note, setNote] = useState('');
  const ids = new Set(openReturn.items.map(({ listingId }) => listingId));
  const price = sumPrices(order.items.filter(({ listingId }) => ids.has(listingId)).map((item) => item.price));
  // If no piece is left, the order is cancelled and everything is refunded, also the delivery.
  const isWhole = order.items.every(({ listingId }) => ids.has(listingId));
  const least = isWhole ? order.totalPrice : price;
  const [typed, setClosing] = useState<Partial<Closing>>({});
  const closing: Closing = { isRefund: price > 0, amount: String(least), restock: false, ...typed };
  const possible = stepsInOrder.filter(
    (step) => returnAfter(openReturn.state, step) && (step === 'close' ? isOwner : mayAnswer),
  );
  const send = (step: AskedStep) => {
    const params = { id: openReturn.id };
    if (step === 'approve') return call('approveReturn', { params, body: { note } });
    if (step === 'decline') return call('declineReturn', { params, body: { note } });
    if (step === 'receive') return call('receiveReturn', { params });
    const { isRefund, amount, restock } = closing;
    return call('closeReturn', { params, body: isRefund ? { refund: amountIn(amount) ?? Number.NaN, restock } : {} });
  };
  return (
    <span className="flex flex-wrap gap-3">
      {possible.map((step) => (
        <Button key={step} variant={step === 'decline' ? 'line' : 'plain'} onClick={() => setAsked(step)}>
          {steps[step].label}
        </Button>
      ))}
      <ActionDialog
        row={asked}
        title={(step) => steps[step].title}
        confirmLabel={(step) => steps[step].label}
        question={(step) => steps[step].question}
        details={(step) => (
          <span className="mt-4 grid gap-4">
            {(step === 'approve' || step === 'decline') && (
              <TextArea
                label={step === 'approve' ? t`Where to send it, or other words (optional)` : t`Why`}
                rows={3}
                maxLength={limits.returnText}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
            {step === 'close' && (
              <ClosingFields
                closing={closing}
                hint={isWhole ? t`The whole order goes back, with its delivery` : t`At least the price of the pieces`}
                onChange={(more) => setClosing((before) => ({ ...before, ...more }))}
              />
            )}
          </span>
        )}
        action={send}
        done={(step) => steps[step].done}
        failed={t`Failed to change the return`}
        onClose={() => {
          setAsked(null);
          // Otherwise the note would also be sent to the buyer with the next step.
          setNote('');
        }}
      />
    </span>
  );
}

interface Closing {
  isRefund: boolean;
  amount: string;
  restock: boolean;
}

interface ClosingFieldsProps {
  closing: Closing;
  /** Shown below the field of the amount. */
  hint: string;
  onChange: (more: Partial<Closing>) => void;
}

function ClosingFields({ closing, hint, onChange }: ClosingFieldsProps) {
  return (
    <>
      <Checkbox
        label={t`Refund`}
        checked={closing.isRefund}
        onChange={({ target }) => onChange({ isRefund: target.checked })}
      />
      {closing.isRefund && (
        <>
          <TextField
            label={t`Amount`}
            hint={hint}
            inputMode="decimal"
            value={closing.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
          />
          <Checkbox
            label={t`Back on sale`}
            checked={closing.restock}
            onChange={({ target }) => onChange({ restock: target.checked })}
          />
        </>
      )}
    </>
  );
}
