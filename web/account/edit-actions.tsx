import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { UnsavedChanges } from '../shell/unsaved-changes.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import type { FormFailure } from '../ui/use-submission.ts';

interface EditActionsProps {
  failure: FormFailure | null;
  busy: boolean;
  dirty: boolean;
  /** Returns to the view mode. */
  onDone: () => void;
}

/** The end of a form in edit mode: its error, Save Changes, and Cancel, which asks before it discards changes. */
export function EditActions({ failure, busy, dirty, onDone }: EditActionsProps) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
          <Trans>Save Changes</Trans>
        </Button>
        <Button variant="line" onClick={() => (dirty ? setLeaving(true) : onDone())}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <UnsavedChanges dirty={dirty} leaving={leaving} onStay={() => setLeaving(false)} onDiscard={onDone} />
    </>
  );
}
