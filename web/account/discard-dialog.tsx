import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function DiscardDialog({ open, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Discard your changes?"
      confirmLabel="Discard Changes"
      cancelLabel="Keep Editing"
      onConfirm={() => {
        onDiscard();
        return undefined;
      }}
      onCancel={onKeep}
    >
      They have not been saved.
    </ConfirmDialog>
  );
}
