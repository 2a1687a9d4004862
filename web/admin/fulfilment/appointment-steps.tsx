import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { appointmentInWords } from '../../account/promise.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { AppointmentDialog } from './appointment-dialog.tsx';

/** The buttons that set, change and cancel the appointment to collect a paid order. */
export function AppointmentSteps({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [open, setOpen] = useState<'edit' | 'cancel' | null>(null);
  const close = () => setOpen(null);
  const { appointment } = order;
  const { email } = order.buyer;
  const when = appointment ? appointmentInWords(appointment) : '';
  async function cancel() {
    const answer = await call('cancelAppointment', { params: { id: order.id } });
    if (!answer.success) return adminFailure(t`Failed to cancel the appointment`, answer);
    showToast({ tone: 'done', text: t`Appointment cancelled` });
    close();
    onDone();
    return undefined;
  }
  return (
    <>
      <Button variant="line" onClick={() => setOpen('edit')}>
        {appointment ? t`Change appointment` : t`Set appointment`}
      </Button>
      {appointment && (
        <Button variant="text" onClick={() => setOpen('cancel')}>
          <Trans>Cancel appointment</Trans>
        </Button>
      )}
      {open === 'edit' && <AppointmentDialog order={order} onClose={close} onDone={onDone} />}
      <ConfirmDialog
        open={open === 'cancel'}
        title={t`Cancel this appointment`}
        confirmLabel={t`Cancel appointment`}
        onConfirm={cancel}
        onCancel={close}
      >
        {t`${when}. ${email} gets an email.`}
      </ConfirmDialog>
    </>
  );
}
