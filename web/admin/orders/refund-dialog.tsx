import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { DraftDialog, type DraftFormProps } from '../../shell/draft-dialog.tsx';
import { Price, usePrices } from '../../shell/price.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FailureNote, Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { emptyRefund, outcomeOf, type RefundDraft, type RefundOutcome } from './refund-draft.ts';

interface RefundDialogProps {
  order: OrderDetails;
  /** Whether the processor sends the money back; otherwise the owner does. */
  isByProcessor: boolean;
  onClose: () => void;
  onRefunded: () => void;
}

/** The dialog that refunds an order or a part of it. Mounted only while it is open; asks before entered values are lost. */
export function RefundDialog({ order, isByProcessor, onClose, onRefunded }: RefundDialogProps) {
  return (
    <DraftDialog title={t`Refund`} first={() => emptyRefund} onClose={onClose} onDone={onRefunded}>
      {(form) => <RefundForm {...form} order={order} isByProcessor={isByProcessor} />}
    </DraftDialog>
  );
}

interface RefundFormProps extends DraftFormProps<RefundDraft> {
  order: OrderDetails;
  isByProcessor: boolean;
}

function RefundForm({ order, isByProcessor, draft, onChange, onLeave, onDone }: RefundFormProps) {
  const price = usePrices();
  const total = price(order.totalPrice);
  const [totalAtFirst] = useState(order.totalPrice);
  const { outcome, isBusy, failure, form } = useRefund(order, draft, (sum) => {
    showToast({
      tone: 'done',
      text: isByProcessor ? t`Refund of ${sum} started` : t`${sum} refunded`,
    });
    onDone();
  });
  return (
    <form className="contents" {...form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={t`What is refunded`}>
        {order.totalPrice !== totalAtFirst && (
          <Note tone="info">{t`The order was changed while this was open: its total is ${total} now.`}</Note>
        )}
        <HowMuch order={order} draft={draft} error={failure?.fields?.amount} onChange={onChange} />
        <TextField
          label={t`Reason`}
          hint={t`The buyer can read it in the history of the order.`}
          value={draft.reason}
          error={failure?.fields?.reason}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
        <BackOnSale order={order} draft={draft} onChange={onChange} />
        {'problem' in outcome ? (
          <p className="muted">{outcome.problem}</p>
        ) : (
          <Consequences outcome={outcome} isByProcessor={isByProcessor} />
        )}
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      </div>
      <div className="dialog-foot">
        <Button variant="line" onClick={onLeave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="danger-solid" busy={isBusy}>
          {'problem' in outcome ? t`Refund` : t`Refund ${{ amount: price(outcome.amount) }}`}
        </Button>
      </div>
    </form>
  );
}

/** Checks what was entered, and sends the refund. `onRefunded` gets the refunded amount, formatted as a price. */
function useRefund(order: OrderDetails, draft: RefundDraft, onRefunded: (sum: string) => void) {
  const price = usePrices();
  const outcome = outcomeOf(order, draft, price);
  const submission = useSubmission((): FormFailure | undefined | Promise<FormFailure | undefined> => {
    const fields = {
      ...('problem' in outcome && { amount: outcome.problem }),
      ...(draft.reason.trim() === '' && { reason: t`Please give a reason` }),
    };
    if ('problem' in outcome || Object.keys(fields).length > 0) return { message: '', fields };
    return send(outcome);
  });
  async function send({ amount, listingIds }: RefundOutcome): Promise<FormFailure | undefined> {
    const body = {
      amount,
      reason: draft.reason,
      seenTotal: order.totalPrice,
      ...(listingIds.length > 0 && { listingIds }),
    };
    const answer = await call('refundOrder', { params: { id: order.id }, body });
    if (!answer.success) return adminFailure(t`Failed to refund the order`, answer);
    onRefunded(price(amount));
    return undefined;
  }
  return { outcome, ...submission };
}

function Consequences({ outcome, isByProcessor }: { outcome: RefundOutcome; isByProcessor: boolean }) {
  return (
    <div className="bg-sunken px-5 py-4">
      <dl className="sums numeric">
        <dt>{isByProcessor ? t`Back to the buyer, usually in 5 to 10 days` : t`Back to the buyer`}</dt>
        <dd>
          <Price of={outcome.amount} />
        </dd>
        <dt className="sums-total">{t`Left of the order`}</dt>
        <dd className="sums-total">
          <Price of={outcome.left} />
        </dd>
      </dl>
      <ul className="mt-2 grid gap-1 subtle text-13">
        <li>
          {isByProcessor
            ? t`The processor keeps the fee of the charge.`
            : t`The shop cannot reach your bank: send this money to the buyer yourself.`}
        </li>
        {outcome.follows.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

interface PartProps {
  order: OrderDetails;
  draft: RefundDraft;
  onChange: (changes: Partial<RefundDraft>) => void;
}

function HowMuch({ order, draft, error, onChange }: PartProps & { error: string | undefined }) {
  const group = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{t`How much`}</legend>
      <label className="check">
        <input type="radio" name={group} checked={!draft.isWhole} onChange={() => onChange({ isWhole: false })} />
        <span>{t`A part`}</span>
      </label>
      {!draft.isWhole && (
        <TextField
          label={t`Amount`}
          inputMode="decimal"
          value={draft.amount}
          error={error}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
      )}
      <label className="check">
        <input type="radio" name={group} checked={draft.isWhole} onChange={() => onChange({ isWhole: true })} />
        <span className="numeric">
          <Trans>
            Everything that is left, <Price of={order.totalPrice} />
          </Trans>
        </span>
      </label>
    </fieldset>
  );
}

function BackOnSale({ order, draft, onChange }: PartProps) {
  if (order.items.length === 0) return null;
  const change = (id: string, isChosen: boolean) => {
    const others = draft.backOnSale.filter((known) => known !== id);
    onChange({ backOnSale: isChosen ? [...others, id] : others });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{t`Back on sale`}</legend>
      <p className="way-words">
        <Trans>
          A piece that goes back on sale leaves the order. Leave it off until the piece is back and you have seen it.
        </Trans>
      </p>
      {order.items.map(({ listingId, price, listing }) => (
        <Checkbox
          key={listingId}
          checked={draft.backOnSale.includes(listingId)}
          onChange={({ target }) => change(listingId, target.checked)}
          label={
            <span className="numeric wrap-anywhere">
              {listing.name}, <Price of={price} />
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
