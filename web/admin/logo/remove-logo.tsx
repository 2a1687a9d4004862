import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { LogoGround } from '#contract/media.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failureText } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';

const words: Readonly<Record<LogoGround, { action: string; result: string }>> = {
  light: { action: 'Remove logo', result: 'The shop’s name will stand in its place, on every page.' },
  dark: { action: 'Remove logo for dark ground', result: 'The other logo will stand in its place, on every page.' },
};

/** Removes a logo after a confirmation that says what replaces it. Renders nothing if there is no logo. */
export function RemoveLogo({ ground, hasLogo }: { ground: LogoGround; hasLogo: boolean }) {
  const { action, result } = words[ground];
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const hasRemoved = useRef(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    setBusy(true);
    setFailure(null);
    const answer = await call('removeLogo', { query: { ground } });
    setBusy(false);
    setAsking(false);
    if (answer.success) showToast({ tone: 'done', text: answer.message });
    else setFailure(failureText('Failed to remove logo', answer));
    hasRemoved.current = answer.success;
    await revalidate();
  }

  useEffect(() => {
    if (hasLogo || !hasRemoved.current) return;
    hasRemoved.current = false;
    // The button that had the focus was removed with the logo.
    if (document.activeElement === document.body) focusMain();
  }, [hasLogo]);

  return (
    <>
      {hasLogo && (
        <Button variant="danger" small onClick={() => setAsking(true)}>
          {action}
        </Button>
      )}
      {failure !== null && <Note tone="failed">{failure}</Note>}
      <ConfirmDialog
        open={asking}
        title={`${action}?`}
        confirmLabel={action}
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => {
          if (!busy) setAsking(false);
        }}
      >
        {result}
      </ConfirmDialog>
    </>
  );
}
