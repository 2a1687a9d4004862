import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface EditActionsProps {
  /** Why the form was not taken, in one sentence. */
  failure: string | null;
  busy: boolean;
  dirty: boolean;
  /** Leads back to the view. */
  onDone: () => void;
}

/** The end of a form in edit mode: what went wrong, Save Changes, and Cancel, which asks before what was typed is lost. */
export function EditActions({ failure, busy, dirty, onDone }: EditActionsProps) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      {failure && <Note tone="failed">{failure}</Note>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save Changes
        </Button>
        <Button variant="line" onClick={() => (dirty ? setLeaving(true) : onDone())}>
          Cancel
        </Button>
      </div>
      <UnsavedChanges dirty={dirty} leaving={leaving} onStay={() => setLeaving(false)} onDiscard={onDone} />
    </>
  );
}
