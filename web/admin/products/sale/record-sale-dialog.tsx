import { useNavigate } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { paymentMethods } from '#contract/states.ts';
import { call } from '../../../api.ts';
import { dayIn, momentOfDay } from '../../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps } from '../../../shell/draft-dialog.tsx';
import { usePrices } from '../../../shell/price.tsx';
import { useShop } from '../../../shell/shop.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { emptySale, type SaleDraft, saleOf, totalOf } from './sale-draft.ts';

interface RecordSaleDialogProps {
  pieces: readonly Listing[];
  onClose: () => void;
}

/** Records a sale over the counter, then opens its order. Mounted while it is open; asks before what was entered is lost. */
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

/** It ends with the id of the order. */
interface RecordSaleFormProps extends DraftFormProps<SaleDraft, string> {
  pieces: readonly Listing[];
}

function RecordSaleForm({ titleId, pieces, draft, onChange, onLeave, onDone }: RecordSaleFormProps) {
  const price = usePrices();
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const recorded = saleOf(pieces, draft, today);
  const total = totalOf(draft);
  const { isBusy, failure, form } = useSubmission(async (): Promise<FormFailure | undefined> => {
    if ('fields' in recorded) return { message: '', fields: recorded.fields };
    const at = draft.day === today ? {} : { at: momentOfDay(draft.day, timezone) };
    const answer = await call('recordSale', { body: { ...recorded.sale, ...at } });
    if (!answer.success) return adminFailure('Failed to record the sale', answer);
    showToast({ tone: 'done', text: `Sale of ${price(answer.order.totalPrice)} recorded` });
    onDone(answer.order.id);
    return undefined;
  });
  const change = (name: 'name' | 'email' | 'day' | 'note') => ({
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        Record a sale
      </h2>
      <p className="muted">
        A sale that was made and paid outside of the shop’s pages. The order is paid at once, and nobody else can buy
        {pieces.length === 1 ? ' the piece' : ' the pieces'}.
      </p>
      {pieces.map(({ id, name }, index) => (
        <TextField
          key={id}
          label={`Price of ${name}`}
          name={id}
          inputMode="decimal"
          data-autofocus={index === 0 ? true : undefined}
          value={draft.prices[id] ?? ''}
          error={failure?.fields?.[id]}
          onChange={({ target }) => onChange({ prices: { ...draft.prices, [id]: target.value } })}
        />
      ))}
      <TextField label="Buyer’s name" name="name" autoComplete="off" {...change('name')} />
      <TextField
        label="Buyer’s email (optional)"
        name="email"
        type="email"
        autoComplete="off"
        hint="Gets the receipt. The order is in the account with this address, if there is one."
        {...change('email')}
      />
      <Select
        label="Method"
        value={draft.method}
        onChange={({ target: { value } }) =>
          onChange({ method: paymentMethods.find((known) => known === value) ?? draft.method })
        }
      >
        <option value="credit">Card</option>
        <option value="transfer">Bank transfer</option>
        <option value="paypal">PayPal</option>
      </Select>
      <TextField label="Day" name="day" type="date" max={today} {...change('day')} />
      <TextField
        label="Note (optional)"
        name="note"
        hint="For example cash, or the number of the receipt."
        {...change('note')}
      />
      {total !== null && <p aria-live="polite">Total {price(total)}</p>}
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onLeave}>
        Record sale
      </DialogActions>
    </form>
  );
}
