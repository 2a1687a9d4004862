import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The full description of what will happen. */
  children: ReactNode;
  /** The label of the confirming button, e.g. Delete. */
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancel', busy = false, onConfirm, onCancel } = props;
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onCancel} labelledBy={titleId} alert>
      <div className="grid gap-4">
        <h2 className="h-dialog" id={titleId}>
          {title}
        </h2>
        <p>{children}</p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button variant="line" onClick={onCancel} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant="danger-solid" onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
