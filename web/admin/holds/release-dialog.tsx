import { t } from '@lingui/core/macro';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { ActionDialog } from '../action-dialog.tsx';

interface ReleaseDialogProps {
  /** The hold to end; null while the dialog is closed. */
  hold: AdminHold | null;
  onClose: () => void;
}

/** Asks for confirmation and ends a hold. */
export function ReleaseDialog({ hold, onClose }: ReleaseDialogProps) {
  return (
    <ActionDialog
      row={hold}
      title={() => t`Release this hold?`}
      confirmLabel={() => t`Release`}
      question={({ userName, userEmail, listingName }) => {
        const buyer = userName || userEmail;
        return t`${buyer} holds ${listingName} in order to pay for it. Their checkout ends, and anybody can buy the piece again.`;
      }}
      action={({ listingId }) => call('releaseHold', { params: { id: listingId } })}
      done={({ listingName }) => t`${listingName} is no longer on hold`}
      failed={t`Failed to release the hold`}
      onClose={onClose}
    />
  );
}
