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
      title={() => 'Release this hold?'}
      confirmLabel={() => 'Release'}
      question={({ userName, userEmail, listingName }) =>
        `${userName || userEmail} is paying for ${listingName} right now. Their checkout ends, and the piece can be bought by anybody again.`
      }
      action={({ listingId }) => call('releaseHold', { params: { id: listingId } })}
      done={({ listingName }) => `${listingName} is no longer on hold`}
      failed="Failed to release the hold"
      onClose={onClose}
    />
  );
}
