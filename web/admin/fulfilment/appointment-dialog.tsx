import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Appointment } from '#contract/appointments.ts';
import { limits } from '#contract/limits.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { dayIn } from '../../shell/day-in-zone.ts';
import { DraftDialog, type DraftFormProps } from '../../shell/draft-dialog.tsx';
import { useShop } from '../../shell/shop.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { adminFailure } from '../admin-failure.ts';

interface AppointmentDialogProps {
  order: OrderDetails;
  onClose: () => void;
  onDone: () => void;
}

/** Sets or changes the appointment at which the buyer collects an order, and emails the buyer. Mounted while it is open. */
export function AppointmentDialog({ order, onClose, onDone }: AppointmentDialogProps) {
  return (
    <DraftDialog<Appointment>
      first={() => order.appointment ?? { day: '', from: '10:00', to: '12:00', note: '' }}
      onClose={onClose}
      onDone={onDone}
    >
      {(form) => <AppointmentForm order={order} {...form} />}
    </DraftDialog>
  );
}

type AppointmentFormProps = Pick<AppointmentDialogProps, 'order'> & DraftFormProps<Appointment>;

function AppointmentForm({ titleId, order, draft, onChange, onLeave, onDone }: AppointmentFormProps) {
  const { timezone } = useShop();
  const today = dayIn(timezone);
  const { isBusy, failure, form } = useSubmission((): FormFailure | Promise<FormFailure | undefined> => {
    const fields = problemsOf(draft, today);
    return Object.keys(fields).length > 0 ? { message: '', fields } : send();
  });
  async function send(): Promise<FormFailure | undefined> {
    const answer = await call('setAppointment', { params: { id: order.id }, body: draft });
    if (!answer.success) return adminFailure(t`Failed to save the appointment`, answer);
    showToast({ tone: 'done', text: t`Appointment saved` });
    onDone();
    return undefined;
  }
  const errors = failure?.fields ?? {};
  const { email } = order.buyer;
  return (
    <form className="grid gap-4" {...form}>
      <h2 className="text-18!" id={titleId}>
        <Trans>Appointment to collect</Trans>
      </h2>
      <TextField
        label={t`Day`}
        type="date"
        min={today}
        data-autofocus
        value={draft.day}
        error={errors.day}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <TimeFields draft={draft} errors={errors} onChange={onChange} />
      <TextField
        label={t`Note to the buyer (optional)`}
        maxLength={limits.subject}
        value={draft.note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <p className="muted">{t`${email} gets an email.`}</p>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <DialogActions busy={isBusy} onCancel={onLeave}>
        <Trans>Save and send the email</Trans>
      </DialogActions>
    </form>
  );
}

const problemsOf = ({ day, from, to }: Appointment, today: string) => ({
  ...((day === '' || day < today) && { day: t`Please choose today or a later day` }),
  ...(from === '' && { from: t`Please choose a time` }),
  ...((to === '' || to <= from) && { to: t`The end is after the beginning` }),
});

interface TimeFieldsProps {
  draft: Pick<Appointment, 'from' | 'to'>;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Appointment>) => void;
}

function TimeFields({ draft, errors, onChange }: TimeFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField
        label={t`From`}
        type="time"
        value={draft.from}
        error={errors.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={t`To`}
        type="time"
        value={draft.to}
        error={errors.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </div>
  );
}
