import { useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { appointmentInWords } from '../../account/promise.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { AppointmentDialog } from './appointment-dialog.tsx';

/** The buttons that set, change and cancel when a paid order is collected. */
export function AppointmentSteps({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [open, setOpen] = useState<'edit' | 'cancel' | null>(null);
  const close = () => setOpen(null);
  const { appointment } = order;
  async function cancel() {
    const answer = await call('cancelAppointment', { params: { id: order.id } });
    if (!answer.success) return adminFailure('Failed to cancel the appointment', answer);
    showToast({ tone: 'done', text: 'Appointment cancelled' });
    close();
    onDone();
    return undefined;
  }
  return (
    <>
      <Button variant="line" onClick={() => setOpen('edit')}>
        {appointment ? 'Change appointment' : 'Set appointment'}
      </Button>
      {appointment && (
        <Button variant="text" onClick={() => setOpen('cancel')}>
          Cancel appointment
        </Button>
      )}
      {open === 'edit' && <AppointmentDialog order={order} onClose={close} onDone={onDone} />}
      <ConfirmDialog
        open={open === 'cancel'}
        title="Cancel this appointment"
        confirmLabel="Cancel appointment"
        onConfirm={cancel}
        onCancel={close}
      >
        {appointment && appointmentInWords(appointment)}. {order.buyer.email} gets an email.
      </ConfirmDialog>
    </>
  );
}
