import { useEffect, useId, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import type { LazyComponentState } from './lazy-component.ts';
import { isOffline, loadFailureReason } from './load-failure-reason.ts';

type Failed = Pick<LazyComponentState<never>, 'isRetrying' | 'retry'>;

/** Shown instead of a component whose script could not be loaded. The button keeps the focus. */
export function LoadFailure({ isRetrying, retry }: Failed) {
  return (
    <div className="grid gap-5">
      {!isRetrying && (
        <Note tone="failed">
          {isOffline() ? loadFailureReason() : `This could not be loaded. ${loadFailureReason()}`}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button busy={isRetrying} onClick={retry}>
          Try again
        </Button>
        <Button variant="text" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </div>
    </div>
  );
}

/** The same inside a dialog, for a component that would have rendered its own dialog. Mounted while it is open. */
export function LoadFailureDialog({ title, onClose, ...failed }: Failed & { title: string; onClose: () => void }) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(true);
  // Runs after the dialog has closed and returned the focus to the element that opened it.
  useEffect(() => {
    if (!isOpen) onClose();
  }, [isOpen, onClose]);
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} labelledBy={titleId}>
      <IconButton className="dialog-close" label="Close" onClick={close}>
        <Icon name="close" />
      </IconButton>
      <h2 className="heading-dialog mb-6" id={titleId}>
        {title}
      </h2>
      <LoadFailure {...failed} />
    </Dialog>
  );
}
