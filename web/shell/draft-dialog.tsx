import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

export interface DraftFormProps<Draft, Result = void> {
  /** The id for the form's heading, if the dialog has no `title`. */
  titleId: string;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  onLeave: () => void;
  onDone: (result: Result) => void;
}

interface DraftDialogProps<Draft, Result> {
  /** Makes the dialog wide, with this title and a button that closes it. Without a title the form shows its own heading. */
  title?: string;
  /** Returns the draft with which the form starts. */
  first: () => Draft;
  onClose: () => void;
  /** Called after `onClose` with the result of the form, unless the user left the form. */
  onDone: (result: Result) => void;
  children: (form: DraftFormProps<Draft, Result>) => ReactNode;
}

/** A dialog with a form that asks before what was entered is lost. Mount it only while it is open. */
export function DraftDialog<Draft, Result = void>(props: DraftDialogProps<Draft, Result>) {
  const { title, first, onClose, onDone, children } = props;
  const titleId = useId();
  const [untouched] = useState(first);
  const [draft, setDraft] = useState(untouched);
  const [isLeaving, setLeaving] = useState(false);
  const [closing, setClosing] = useState<{ result: Result } | 'left' | null>(null);
  // When this effect runs, the dialog is closed and has returned the focus to the element that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog closes; `onClose` is new in every render.
  useEffect(() => {
    if (closing === null) return;
    onClose();
    if (closing !== 'left') onDone(closing.result);
  }, [closing]);
  const isDirty = draft !== untouched;
  const leave = () => (isDirty ? setLeaving(true) : setClosing('left'));
  return (
    <Dialog
      open={closing === null}
      onClose={leave}
      labelledBy={titleId}
      {...(title !== undefined && { variant: 'wide' })}
    >
      {title !== undefined && <DialogHead titleId={titleId} title={title} onClose={leave} />}
      {children({
        titleId,
        draft,
        onChange: (changes) => setDraft((before) => ({ ...before, ...changes })),
        onLeave: leave,
        onDone: (result) => setClosing({ result }),
      })}
      <UnsavedChanges
        dirty={isDirty && closing === null}
        leaving={isLeaving}
        onStay={() => setLeaving(false)}
        onDiscard={() => setClosing('left')}
      />
    </Dialog>
  );
}

function DialogHead({ titleId, title, onClose }: { titleId: string; title: string; onClose: () => void }) {
  return (
    <div className="dialog-head">
      <h2 id={titleId} className="text-18! wrap-anywhere" tabIndex={-1} data-autofocus>
        {title}
      </h2>
      <IconButton label={t`Close`} small onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

/** The buttons at the end of the form of a DraftDialog. */
export function FormEnd({ isBusy, onLeave, children }: { isBusy: boolean; onLeave: () => void; children: string }) {
  return (
    <div className="dialog-foot">
      <Button variant="line" onClick={onLeave}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" busy={isBusy}>
        {children}
      </Button>
    </div>
  );
}
