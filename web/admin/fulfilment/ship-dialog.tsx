import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { dayIn } from '../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps, FormEnd } from '../../shell/draft-dialog.tsx';
import { useShop } from '../../shell/shop.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { carrierOf, emptyShipment, problemsOf, type ShipmentDraft } from './shipment-draft.ts';
import { TrackingFields } from './tracking-fields.tsx';
import { unsentOf } from './unsent.ts';

interface ShipDialogProps {
  order: OrderDetails;
  onClose: () => void;
  onShipped: () => void;
}

/** Records which pieces leave and how, and emails the buyer if the admin wishes. Mounted while it is open. */
export function ShipDialog({ order, onClose, onShipped }: ShipDialogProps) {
  const { timezone } = useShop();
  return (
    <DraftDialog
      title={t`Ship order ${{ number: order.id }}`}
      first={() => emptyShipment(dayIn(timezone))}
      onClose={onClose}
      onDone={onShipped}
    >
      {(form) => <ShipForm order={order} {...form} />}
    </DraftDialog>
  );
}

function ShipForm({
  order,
  draft,
  onChange,
  onLeave,
  onDone,
}: { order: OrderDetails } & DraftFormProps<ShipmentDraft>) {
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const unsent = unsentOf(order);
  const leaving = unsent.filter(({ listingId }) => !draft.staying.includes(listingId));
  const { isBusy, failure, form } = useSubmission((): FormFailure | Promise<FormFailure | undefined> => {
    const fields = problemsOf(draft, today);
    if (leaving.length === 0) return { message: t`Please choose what leaves.`, fields };
    return Object.keys(fields).length > 0 ? { message: '', fields } : send();
  });
  async function send(): Promise<FormFailure | undefined> {
    const { number, day, note, email } = draft;
    const listingIds = leaving.map(({ listingId }) => listingId);
    const body = { carrier: carrierOf(draft), number, shippedAt: day, listingIds, note, email };
    const answer = await call('createShipment', { params: { id: order.id }, body });
    if (!answer.success) return adminFailure(t`Failed to ship the order`, answer);
    showToast({ tone: 'done', text: answer.order.status === 'shipped' ? t`Shipped` : t`A part is shipped` });
    onDone();
    return undefined;
  }
  return (
    <form className="contents" {...form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={t`The shipment`}>
        <Listings pieces={unsent} draft={draft} onChange={onChange} />
        <TrackingFields draft={draft} today={today} failure={failure} onChange={onChange} />
        <TextField
          label={t`Note to the buyer (optional)`}
          value={draft.note}
          disabled={!draft.email}
          onChange={({ target }) => onChange({ note: target.value })}
        />
        <Checkbox
          label={t`Send the email “On its way” to ${{ email: order.buyer.email }}`}
          checked={draft.email}
          onChange={({ target }) => onChange({ email: target.checked })}
        />
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      </div>
      <FormEnd isBusy={isBusy} onLeave={onLeave}>
        {draft.email ? t`Ship and send the email` : t`Ship`}
      </FormEnd>
    </form>
  );
}

interface ListingsProps {
  pieces: OrderDetails['items'];
  draft: ShipmentDraft;
  onChange: (changes: Partial<ShipmentDraft>) => void;
}

function Listings({ pieces, draft, onChange }: ListingsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-2">{t`What leaves now`}</legend>
      {pieces.map(({ listingId, listing }) => (
        <Checkbox
          key={listingId}
          label={<span className="wrap-anywhere">{listing.name || listingId}</span>}
          checked={!draft.staying.includes(listingId)}
          onChange={({ target }) =>
            onChange({
              staying: target.checked ? draft.staying.filter((id) => id !== listingId) : [...draft.staying, listingId],
            })
          }
        />
      ))}
      {pieces.length > 1 && (
        <p className="hint">
          <Trans>Leave one out to send it later. The order is shipped when the last piece has left.</Trans>
        </p>
      )}
    </fieldset>
  );
}
