import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failedToast } from '../admin-failure.ts';

/** Ends a hold, after a question. */
export function ReleaseHold({ hold, describedBy }: { hold: AdminHold; describedBy: string }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { listingId, listingName, userName, userEmail } = hold;

  async function release() {
    if (busy) return;
    setBusy(true);
    const answer = await call('releaseHold', { params: { id: listingId } });
    setBusy(false);
    setAsking(false);
    if (answer.success) showToast({ tone: 'done', text: `${listingName} is no longer on hold` });
    else failedToast('Failed to release the hold', answer);
    await revalidate();
  }

  return (
    <div className="acts">
      <Button variant="line" aria-describedby={describedBy} onClick={() => setAsking(true)}>
        Release
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Release this hold?"
        confirmLabel="Release"
        busy={busy}
        onConfirm={() => void release()}
        onCancel={() => {
          if (!busy) setAsking(false);
        }}
      >
        {userName || userEmail} is paying for {listingName} right now. Their checkout ends, and the piece can be bought
        by anybody again.
      </ConfirmDialog>
    </div>
  );
}
