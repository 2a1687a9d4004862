import { type ReactNode, useState } from 'react';
import type { Failure } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { adminFailure } from './admin-failure.ts';
import { useReload } from './use-reload.ts';

interface ActionDialogProps<Row> {
  /** The row that the action changes; null while the dialog is closed. */
  row: Row | null;
  title: (row: Row) => string;
  confirmLabel: (row: Row) => string;
  question: (row: Row) => string;
  /** Shown after the question while the dialog is open. */
  details?: (row: Row) => ReactNode;
  action: (row: Row) => Promise<{ success: true } | Failure>;
  /** The message after success (docs/behaviour/admin.md, 5). */
  done: (row: Row) => string;
  /** The beginning of the message after a failure. */
  failed: string;
  harmless?: boolean;
  onClose: () => void;
}

/** Asks for confirmation, runs the action, and loads the section again. Stays open after a failure and shows it. */
export function ActionDialog<Row>(props: ActionDialogProps<Row>) {
  const { row, title, confirmLabel, question, details, action, done, failed, harmless = false, onClose } = props;
  const reload = useReload();
  // Keeps its content while the dialog closes.
  const [shown, setShown] = useState(row);
  if (row !== null && row !== shown) setShown(row);

  async function confirm() {
    if (row === null) return;
    const answer = await action(row);
    // Somebody who closes the question for the password is not asked again for the list behind it.
    if (answer.success || answer.code !== 'confirm') reload();
    if (!answer.success) return adminFailure(failed, answer);
    onClose();
    showToast({ tone: 'done', text: done(row) });
  }

  return (
    <ConfirmDialog
      open={row !== null}
      title={shown !== null && title(shown)}
      confirmLabel={shown === null ? '' : confirmLabel(shown)}
      harmless={harmless}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {shown !== null && question(shown)}
      {row !== null && details?.(row)}
    </ConfirmDialog>
  );
}
