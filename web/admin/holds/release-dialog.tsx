import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failedToast } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

interface ReleaseDialogProps {
  /** The one to be ended; null while none is. */
  hold: AdminHold | null;
  onClose: () => void;
}

/** The question before a hold is ended; then the holds are loaded again. */
export function ReleaseDialog({ hold, onClose }: ReleaseDialogProps) {
  const { state, revalidate } = useRevalidator();
  const hasReleased = useRef(false);
  const [busy, setBusy] = useState(false);
  // While it closes, it still says what it was about.
  const [asked, setAsked] = useState(hold);
  if (hold !== null && hold !== asked) setAsked(hold);

  async function release({ listingId, listingName }: AdminHold) {
    if (busy) return;
    setBusy(true);
    const answer = await call('releaseHold', { params: { id: listingId } });
    setBusy(false);
    onClose();
    if (answer.success) showToast({ tone: 'done', text: `${listingName} is no longer on hold` });
    else failedToast('Failed to release the hold', answer);
    hasReleased.current = answer.success;
    await revalidate();
  }

  useEffect(() => {
    if (state !== 'idle' || !hasReleased.current) return;
    hasReleased.current = false;
    // The button that had the focus went with its row.
    if (document.activeElement === document.body) focusMain();
  }, [state]);

  return (
    <ConfirmDialog
      open={hold !== null}
      title="Release this hold?"
      confirmLabel="Release"
      busy={busy}
      onConfirm={() => {
        if (hold !== null) void release(hold);
      }}
      onCancel={() => {
        if (!busy) onClose();
      }}
    >
      {asked?.userName || asked?.userEmail} is paying for {asked?.listingName} right now. Their checkout ends, and the
      piece can be bought by anybody again.
    </ConfirmDialog>
  );
}
