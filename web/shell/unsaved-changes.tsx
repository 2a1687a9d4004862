import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { storedToken } from '../stored-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';

interface UnsavedChangesProps {
  dirty: boolean;
  /** Whether the user has asked to leave the form, e.g. with its Cancel button. */
  leaving: boolean;
  onStay: () => void;
  onDiscard: () => void;
  /** For forms that save by themselves: saves the changes. Navigation waits for it, and the user is asked only if it resolves to false. */
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
      // The server can answer while the browser's question is open.
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
