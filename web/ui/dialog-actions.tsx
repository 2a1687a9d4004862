import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DialogActionsProps {
  busy: boolean;
  onCancel: () => void;
  /** The label of the button that submits the form. */
  children: ReactNode;
}

/** The end of a form in a dialog: Cancel, and the button that submits it. */
export function DialogActions({ busy, onCancel, children }: DialogActionsProps) {
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-3">
      <Button variant="line" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" busy={busy}>
        {children}
      </Button>
    </div>
  );
}
