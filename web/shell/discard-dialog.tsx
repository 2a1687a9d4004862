import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      title={t`Discard your changes?`}
      confirmLabel={t`Discard Changes`}
      cancelLabel={t`Keep Editing`}
      onConfirm={() => {
        onDiscard();
        return undefined;
      }}
      onCancel={onKeep}
    >
      <Trans>They have not been saved.</Trans>
    </ConfirmDialog>
  );
}
