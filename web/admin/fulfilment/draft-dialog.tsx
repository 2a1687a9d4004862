import { type ReactNode, useEffect, useId, useState } from 'react';
import { UnsavedChanges } from '../../account/unsaved-changes.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface DraftFormProps<Draft> {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  onLeave: () => void;
  onDone: () => void;
}

interface DraftDialogProps<Draft> {
  title: string;
  first: () => Draft;
  onClose: () => void;
  onDone: () => void;
  children: (form: DraftFormProps<Draft>) => ReactNode;
}

/** A dialog with a form that asks before what was entered is lost. Mounted while it is open. */
export function DraftDialog<Draft>({ title, first, onClose, onDone, children }: DraftDialogProps<Draft>) {
  const titleId = useId();
  const [untouched] = useState(first);
  const [draft, setDraft] = useState(untouched);
  const [isLeaving, setLeaving] = useState(false);
  const [closing, setClosing] = useState<'done' | 'left' | null>(null);
  // The dialog is closed by then and has returned the focus to the element that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(() => {
    if (closing === null) return;
    onClose();
    if (closing === 'done') onDone();
  }, [closing]);
  const isDirty = draft !== untouched;
  const leave = () => (isDirty ? setLeaving(true) : setClosing('left'));
  return (
    <Dialog open={closing === null} onClose={leave} labelledBy={titleId} variant="wide">
      <div className="dialog-head">
        <h2 id={titleId} className="text-18! wrap-anywhere" tabIndex={-1} data-autofocus>
          {title}
        </h2>
        <IconButton label="Close" small onClick={leave}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children({
        draft,
        onChange: (changes) => setDraft((before) => ({ ...before, ...changes })),
        onLeave: leave,
        onDone: () => setClosing('done'),
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

/** The buttons at the end of its form. */
export function FormEnd({ isBusy, onLeave, children }: { isBusy: boolean; onLeave: () => void; children: string }) {
  return (
    <div className="dialog-foot">
      <Button variant="line" onClick={onLeave}>
        Cancel
      </Button>
      <Button type="submit" busy={isBusy}>
        {children}
      </Button>
    </div>
  );
}
