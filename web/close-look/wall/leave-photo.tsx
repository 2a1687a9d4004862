import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a visitor leaves a photo that was not saved, because nobody keeps it (docs/behaviour/close-look.md, 46). */
export function LeavePhoto({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave your photo?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      harmless
      onConfirm={() => {
        blocker.proceed?.();
        return undefined;
      }}
      onCancel={() => blocker.reset?.()}
    >
      The photo, its line and the place of the piece are not kept.
    </ConfirmDialog>
  );
}
