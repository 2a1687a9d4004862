import { t } from '@lingui/core/macro';
import type { OrderDetails } from '#contract/orders.ts';
import { isOnItsWay, type Shipment } from '#contract/shipments.ts';
import { call } from '../../api.ts';
import { dayIn } from '../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps, FormEnd } from '../../shell/draft-dialog.tsx';
import { useShop } from '../../shell/shop.ts';
import { Checkbox } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';
import { carrierOf, draftOf, problemsOf, type ShipmentDraft } from './shipment-draft.ts';
import { TrackingFields } from './tracking-fields.tsx';

interface CorrectDialogProps {
  order: OrderDetails;
  shipment: Shipment;
  onClose: () => void;
  onCorrected: () => void;
}

/** Corrects the carrier, number or day of a shipment. Mounted while it is open. */
export function CorrectDialog({ order, shipment, onClose, onCorrected }: CorrectDialogProps) {
  const { timezone } = useShop();
  return (
    <DraftDialog
      title={t`Correct the shipment`}
      first={() => draftOf(shipment, timezone)}
      onClose={onClose}
      onDone={onCorrected}
    >
      {(form) => <CorrectForm order={order} shipment={shipment} {...form} />}
    </DraftDialog>
  );
}

type CorrectFormProps = Pick<CorrectDialogProps, 'order' | 'shipment'> & DraftFormProps<ShipmentDraft>;

function CorrectForm({ order, shipment, draft, onChange, onLeave, onDone }: CorrectFormProps) {
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const { email } = order.buyer;
  const { isBusy, failure, form } = useSubmission((): FormFailure | Promise<FormFailure | undefined> => {
    const fields = problemsOf(draft, today);
    return Object.keys(fields).length > 0 ? { message: '', fields } : send();
  });
  async function send(): Promise<FormFailure | undefined> {
    const isSameDay = draft.day === dayIn(timezone, new Date(shipment.shippedAt));
    const answer = await call('changeShipment', {
      params: { id: order.id, shipmentId: shipment.id },
      body: {
        carrier: carrierOf(draft),
        number: draft.number,
        email: draft.email,
        ...(!isSameDay && { shippedAt: draft.day }),
      },
    });
    if (!answer.success) return adminFailure(t`Failed to correct the shipment`, answer);
    showToast({ tone: 'done', text: t`Shipment corrected` });
    onDone();
    return undefined;
  }
  return (
    <form className="contents" {...form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label={t`The shipment`}>
        <TrackingFields draft={draft} today={today} failure={failure} onChange={onChange} />
        {isOnItsWay(order.status, shipment.deliveredAt !== null) && (
          <Checkbox
            label={t`Send the email “On its way” again to ${email}`}
            checked={draft.email}
            onChange={({ target }) => onChange({ email: target.checked })}
          />
        )}
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      </div>
      <FormEnd isBusy={isBusy} onLeave={onLeave}>
        {t`Save`}
      </FormEnd>
    </form>
  );
}
