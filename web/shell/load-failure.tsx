import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import type { LazyComponentState } from './lazy-component.ts';
import { isOffline, loadFailureReason } from './load-failure-reason.ts';

type Failed = Pick<LazyComponentState<never>, 'isRetrying' | 'retry'>;

/** Shown instead of a component whose script could not be loaded. The button keeps the focus while it tries again. */
export function LoadFailure({ isRetrying, retry }: Failed) {
  const reason = loadFailureReason();
  return (
    <div className="grid gap-5">
      {!isRetrying && <Note tone="failed">{isOffline() ? reason : t`This could not be loaded. ${reason}`}</Note>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button busy={isRetrying} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="text" onClick={() => window.location.reload()}>
          <Trans>Load the page again</Trans>
        </Button>
      </div>
    </div>
  );
}

/** A `LoadFailure` in a dialog, shown instead of a component that renders its own dialog. Mount it only while it is open. */
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
      <IconButton className="dialog-close" label={t`Close`} onClick={close}>
        <Icon name="close" />
      </IconButton>
      <h2 className="heading-dialog mb-6" id={titleId}>
        {title}
      </h2>
      <LoadFailure {...failed} />
    </Dialog>
  );
}
