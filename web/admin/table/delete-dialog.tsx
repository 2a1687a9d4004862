import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Failure } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failedToast } from '../admin-failure.ts';

interface DeleteDialogProps<Row> {
  /** What is to be deleted; null while nothing is. */
  row: Row | null;
  title: string;
  question: (row: Row) => string;
  onDelete: (row: Row) => Promise<{ success: true } | Failure>;
  /** What is said afterwards (SPEC.md §8, Admin alerts). */
  done: string;
  failed: string;
  onClose: () => void;
}

/** The question before a row is deleted; then the table is loaded again. */
export function DeleteDialog<Row>(props: DeleteDialogProps<Row>) {
  const { row, title, question, onDelete, done, failed, onClose } = props;
  const { state, revalidate } = useRevalidator();
  const hasDeleted = useRef(false);
  const [busy, setBusy] = useState(false);
  // While it closes, it still says what it was about.
  const [asked, setAsked] = useState(row);
  if (row !== null && row !== asked) setAsked(row);

  async function confirm(chosen: Row) {
    setBusy(true);
    const answer = await onDelete(chosen);
    setBusy(false);
    onClose();
    if (answer.success) showToast({ tone: 'done', text: done });
    else failedToast(failed, answer);
    hasDeleted.current = answer.success;
    await revalidate();
  }

  useEffect(() => {
    if (state !== 'idle' || !hasDeleted.current) return;
    hasDeleted.current = false;
    // The button that had the focus went with its row.
    if (document.activeElement === document.body) focusMain();
  }, [state]);

  return (
    <ConfirmDialog
      open={row !== null}
      title={title}
      confirmLabel="Delete"
      busy={busy}
      onConfirm={() => {
        if (row !== null) void confirm(row);
      }}
      onCancel={() => {
        if (!busy) onClose();
      }}
    >
      {asked !== null && question(asked)}
    </ConfirmDialog>
  );
}

function focusMain(): void {
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
