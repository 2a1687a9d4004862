import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { storedToken } from '../stored-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';

interface UnsavedChangesProps {
  dirty: boolean;
  /** The form's Cancel button was pressed. */
  leaving: boolean;
  onStay: () => void;
  onDiscard: () => void;
  /** For changes that are saved by themselves: navigation waits for it, and the question comes only if it returns false. */
  save?: () => Promise<boolean>;
}

/** Asks before unsaved changes are lost: by Cancel, by navigation, or by closing the tab. */
export function UnsavedChanges({ dirty, leaving, onStay, onDiscard, save }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A user who was signed out cannot save any more.
      dirty && storedToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  const saveNow = useEffectEvent(() => save?.());
  useEffect(() => {
    if (!dirty) return;
    const preventUnload = (event: BeforeUnloadEvent) => {
      // It can be answered while the browser asks.
      void saveNow();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [dirty]);

  const isBlocked = blocker.state === 'blocked';
  const [hasFailed, setFailed] = useState(false);
  const saveAndGo = useEffectEvent(async () => {
    const isSaved = await save?.();
    if (isSaved) blocker.proceed?.();
    else setFailed(true);
  });
  useEffect(() => {
    if (!isBlocked) return;
    void saveAndGo();
    return () => setFailed(false);
  }, [isBlocked]);
  return (
    <DiscardDialog
      open={(isBlocked && (hasFailed || !save)) || (leaving && dirty)}
      onKeep={() => {
        if (isBlocked) blocker.reset();
        onStay();
      }}
      onDiscard={() => (isBlocked ? blocker.proceed() : onDiscard())}
    />
  );
}
