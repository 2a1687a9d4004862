import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { storedToken } from '../stored-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';

interface UnsavedChangesProps {
  dirty: boolean;
  /** The form's Cancel button was pressed. */
  leaving: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved changes are lost: by Cancel, by navigation, or by closing the tab. */
export function UnsavedChanges({ dirty, leaving, onStay, onDiscard }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A user who was signed out cannot save any more.
      dirty && storedToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [dirty]);

  const isBlocked = blocker.state === 'blocked';
  return (
    <DiscardDialog
      open={isBlocked || (leaving && dirty)}
      onKeep={() => {
        if (isBlocked) blocker.reset();
        onStay();
      }}
      onDiscard={() => (isBlocked ? blocker.proceed() : onDiscard())}
    />
  );
}
