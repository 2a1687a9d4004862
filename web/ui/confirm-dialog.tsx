import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './note.tsx';
import { type FormFailure, useSubmission } from './use-submission.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The full description of what will happen. */
  children: ReactNode;
  /** The label of the confirming button, e.g. Delete. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether the action can be undone or deletes nothing. Then the confirming button looks like an ordinary one. */
  harmless?: boolean;
  /** Runs the action. Returns why it failed, which the dialog shows. After a success, `onConfirm` itself must set `open` to false. */
  onConfirm: () => Promise<FormFailure | undefined> | undefined;
  /** Not called while the action is running. */
  onCancel: () => void;
}

/** Asks for confirmation before an action. Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = t`Cancel`, harmless = false, onConfirm, onCancel } = props;
  const titleId = useId();
  const { isBusy, failure, setFailure, submit } = useSubmission(onConfirm);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setFailure(null);
  }
  const cancel = () => {
    if (!isBusy) onCancel();
  };
  return (
    <Dialog open={open} onClose={cancel} labelledBy={titleId} alert>
      <div className="grid gap-4">
        <h2 className="heading-dialog" id={titleId}>
          {title}
        </h2>
        <div>{children}</div>
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button variant="line" onClick={cancel} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={harmless ? 'plain' : 'danger-solid'} onClick={submit} busy={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
