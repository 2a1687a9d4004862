import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failedToast } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

/** Takes the logo away, after a question: then the shop's name stands in its place. Nothing while there is none. */
export function RemoveLogo({ hasLogo }: { hasLogo: boolean }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const hasRemoved = useRef(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    setBusy(true);
    const answer = await call('removeLogo');
    setBusy(false);
    setAsking(false);
    if (answer.success) showToast({ tone: 'done', text: answer.message });
    else failedToast('Failed to remove logo', answer);
    hasRemoved.current = answer.success;
    await revalidate();
  }

  useEffect(() => {
    if (hasLogo || !hasRemoved.current) return;
    hasRemoved.current = false;
    // The button that had the focus went with the logo.
    if (document.activeElement === document.body) focusMain();
  }, [hasLogo]);

  return (
    <>
      {hasLogo && (
        <Button variant="danger" small onClick={() => setAsking(true)}>
          Remove logo
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Remove logo?"
        confirmLabel="Remove logo"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => {
          if (!busy) setAsking(false);
        }}
      >
        The shop’s name will stand in its place, on every page.
      </ConfirmDialog>
    </>
  );
}
