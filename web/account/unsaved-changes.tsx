import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { storedToken } from '../stored-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';

interface UnsavedChangesProps {
  dirty: boolean;
  /** The form's own Cancel was pressed. */
  leaving: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before what was typed is lost: by Cancel, by going to another page, by closing the tab. */
export function UnsavedChanges({ dirty, leaving, onStay, onDiscard }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever was signed out cannot save it any more.
      dirty && storedToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
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
