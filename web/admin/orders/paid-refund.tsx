import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { call } from '../../api.ts';
import { TextField } from '../../ui/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';

interface PaidRefundDialogProps {
  /** Null while the dialog is closed. */
  orderId: string | null;
  onClose: () => void;
}

/** The dialog that records that a failed refund was paid to the buyer in another way (docs/behaviour/payments.md, 40). */
export function PaidRefundDialog({ orderId, onClose }: PaidRefundDialogProps) {
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      row={orderId}
      title={() => t`Refund paid another way`}
      confirmLabel={() => t`Record it`}
      question={() => t`Have you paid the money to the buyer, for example by bank? Then this refund counts as made.`}
      details={() => (
        <span className="mt-4 block">
          <TextField
            label={t`Note`}
            hint={t`For example the day and the bank`}
            maxLength={limits.shortText}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </span>
      )}
      action={(id) => call('payRefundOutside', { params: { id }, body: { note } })}
      done={() => t`Refund recorded`}
      failed={t`Failed to record the refund`}
      onClose={onClose}
    />
  );
}
