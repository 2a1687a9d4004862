import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a visitor leaves a photo that was not saved, because it is stored nowhere (docs/behaviour/close-look.md, 46). */
export function LeavePhoto({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t`Leave your photo?`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      harmless
      onConfirm={() => {
        blocker.proceed?.();
        return undefined;
      }}
      onCancel={() => blocker.reset?.()}
    >
      <Trans>The photo, its line and the place of the piece are not kept.</Trans>
    </ConfirmDialog>
  );
}
