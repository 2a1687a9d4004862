import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { UnsavedChanges } from '../../shell/unsaved-changes.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';

interface SaveBarProps {
  /** The names of the changed fields; without any there is no bar. */
  changed: readonly string[];
  failure: FormFailure | null;
  busy: boolean;
  /** Saving has to wait, for example for an upload. */
  disabled?: boolean;
  onDiscard: () => void;
}

/** Appears with the first change, names what is not saved, and stays in view. */
export function SaveBar({ changed, failure, busy, disabled = false, onDiscard }: SaveBarProps) {
  if (changed.length === 0) return null;
  const names = changed.join(', ');
  return (
    <>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="savebar lacquer" role="region" aria-label={t`Unsaved changes`}>
        <span>
          <Trans>
            <b className="strong">Not saved yet:</b> {names}.
          </Trans>
          {failure?.fields && <span className="muted"> {t`A field needs a look.`}</span>}
        </span>
        <Button variant="text" onClick={onDiscard}>
          {t`Discard`}
        </Button>
        <Button type="submit" disabled={disabled} busy={busy} busyLabel={t`Saving...`}>
          {t`Save changes`}
        </Button>
      </div>
      <UnsavedChanges dirty={!busy} leaving={false} onStay={() => {}} onDiscard={onDiscard} />
    </>
  );
}
