import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { UnavailableListing } from '#contract/checkout.ts';
import { call } from '../../../api.ts';
import { dayIn, momentOfDay } from '../../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps } from '../../../shell/draft-dialog.tsx';
import { usePrices } from '../../../shell/price.tsx';
import { useShop } from '../../../shell/shop.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { OutsideMethod } from '../../orders/outside-method.tsx';
import { HeldListing } from './held-listing.tsx';
import { emptySale, type SaleDraft, saleOf, totalOf } from './sale-draft.ts';

interface RecordSaleDialogProps {
  pieces: readonly Listing[];
  onClose: () => void;
}

/** Records a sale over the counter, then opens its order. Asks before what was entered is lost. Mount it only while it is open. */
export function RecordSaleDialog({ pieces, onClose }: RecordSaleDialogProps) {
  const navigate = useNavigate();
  const { timezone } = useShop();
  return (
    <DraftDialog<SaleDraft, string>
      first={() => emptySale(pieces, dayIn(timezone))}
      onClose={onClose}
      onDone={(orderId) => void navigate(`/admin/orders/${orderId}`)}
    >
      {(form) => <RecordSaleForm {...form} pieces={pieces} />}
    </DraftDialog>
  );
}

/** `onDone` receives the id of the order. */
interface RecordSaleFormProps extends DraftFormProps<SaleDraft, string> {
  pieces: readonly Listing[];
}

function RecordSaleForm({ titleId, pieces, draft, onChange, onLeave, onDone }: RecordSaleFormProps) {
  const price = usePrices();
  const total = totalOf(draft);
  const sum = total !== null && price(total);
  const { today, held, isBusy, failure, form } = useRecording(pieces, draft, onDone);
  const field = (name: 'name' | 'email' | 'day' | 'note') => ({
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        {t`Record a sale`}
      </h2>
      <p className="muted">{introductionOf(pieces.length)}</p>
      <PriceFields
        pieces={pieces}
        prices={draft.prices}
        errors={failure?.fields}
        onChange={(prices) => onChange({ prices })}
      />
      <TextField label={t`Buyer’s name`} name="name" autoComplete="off" {...field('name')} />
      <TextField
        label={t`Buyer’s email (optional)`}
        name="email"
        type="email"
        autoComplete="off"
        hint={t`Gets the receipt. The order is in the account with this address, if there is one.`}
        {...field('email')}
      />
      <OutsideMethod method={draft.method} onMethod={(method) => onChange({ method })} />
      <TextField label={t`Day`} name="day" type="date" max={today} {...field('day')} />
      <TextField
        label={t`Note (optional)`}
        name="note"
        hint={t`For example the number of the receipt.`}
        {...field('note')}
      />
      <Checkbox
        label={takenWords(pieces.length)}
        checked={draft.takenAlong}
        onChange={({ target }) => onChange({ takenAlong: target.checked })}
      />
      {sum && <p aria-live="polite">{t`Total ${sum}`}</p>}
      {failure?.message && (
        <FailureNote>
          {failure.message}
          {held.map((listing) => (
            <HeldListing key={listing.listingId} {...listing} />
          ))}
        </FailureNote>
      )}
      <DialogActions busy={isBusy} onCancel={onLeave}>
        {t`Record sale`}
      </DialogActions>
    </form>
  );
}

/** Sends the sale. `held` are the pieces because of which the server refused it: a buyer holds them, or they are reserved. */
function useRecording(pieces: readonly Listing[], draft: SaleDraft, onDone: (orderId: string) => void) {
  const price = usePrices();
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const recorded = saleOf(pieces, draft, today);
  const [held, setHeld] = useState<readonly UnavailableListing[]>([]);
  const submission = useSubmission(async (): Promise<FormFailure | undefined> => {
    if ('fields' in recorded) return { message: '', fields: recorded.fields };
    setHeld([]);
    const at = draft.day === today ? {} : { at: momentOfDay(draft.day, timezone) };
    const answer = await call('recordSale', { body: { ...recorded.sale, ...at } });
    if (!answer.success) {
      setHeld((answer.unavailable ?? []).filter(({ reason }) => reason === 'held'));
      return adminFailure(t`Failed to record the sale`, answer);
    }
    const paid = price(answer.order.totalPrice);
    showToast({ tone: 'done', text: t`Sale of ${paid} recorded` });
    onDone(answer.order.id);
    return undefined;
  });
  return { today, held, ...submission };
}

interface PriceFieldsProps {
  pieces: readonly Listing[];
  prices: SaleDraft['prices'];
  errors: Readonly<Record<string, string>> | undefined;
  onChange: (prices: SaleDraft['prices']) => void;
}

function PriceFields({ pieces, prices, errors, onChange }: PriceFieldsProps) {
  return pieces.map(({ id, name }, index) => (
    <TextField
      key={id}
      label={t`Price of ${name}`}
      name={id}
      inputMode="decimal"
      data-autofocus={index === 0 ? true : undefined}
      value={prices[id] ?? ''}
      error={errors?.[id]}
      onChange={({ target }) => onChange({ ...prices, [id]: target.value })}
    />
  ));
}

const introductionOf = (count: number) =>
  plural(count, {
    one: 'A sale that was made and paid outside of the shop’s pages. The order is paid at once, and nobody else can buy the piece. What was taken along is delivered at once.',
    other:
      'A sale that was made and paid outside of the shop’s pages. The order is paid at once, and nobody else can buy the pieces. What was taken along is delivered at once.',
  });

const takenWords = (count: number) =>
  plural(count, { one: 'The buyer took the piece along', other: 'The buyer took the pieces along' });
