import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { FormFailure } from '../../../ui/use-submission.ts';
import { PieceGroups } from './piece-groups.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Intake } from './use-intake.ts';
import { usePhotographActions } from './use-photograph-actions.ts';
import { usePhotographChoice } from './use-photograph-choice.ts';

/** Lists the photographs of the intake by piece, and lets staff move, order and remove them. */
export function PhotographsStep({ intake }: { intake: Intake }) {
  const { pieces } = intake;
  const choice = usePhotographChoice(pieces);
  const { chosen, clear } = choice;
  const actions = usePhotographActions(intake, clear);
  const [isRemoving, setRemoving] = useState(false);
  const moveTo = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The id of the photograph that had the focus last. Esc in the bar moves the focus back to it.
  const last = useRef<string | null>(null);
  return (
    <>
      {pieces.length === 0 ? (
        <NoPhotographs outcome={actions.outcome.words} />
      ) : (
        <>
          <SelectionBar
            pieces={pieces}
            chosen={chosen}
            actions={actions}
            moveTo={moveTo}
            onRemove={() => setRemoving(true)}
            onClear={clear}
            onBack={() => list.current?.querySelector<HTMLElement>(`[data-picture="${last.current}"]`)?.focus()}
          />
          <KeysHint />
          <PieceGroups
            intake={intake}
            choice={choice}
            list={list}
            onMove={(ids, to) => void actions.move(ids, to)}
            onFocus={(id) => {
              last.current = id;
            }}
            onBar={() => moveTo.current?.focus()}
          />
        </>
      )}
      <RemoveDialog
        open={isRemoving}
        count={chosen.size}
        onRemove={() => actions.remove([...chosen])}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}

/**
 * Shown while the intake has no photographs. `outcome` is what the last action has done, for example removed them; then this takes the
 * focus, because the element that had it is gone. Empty: there was no action.
 */
function NoPhotographs({ outcome }: { outcome: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const isEmptied = outcome !== '';
  useEffect(() => {
    if (isEmptied) paragraph.current?.focus();
  }, [isEmptied]);
  return (
    <p className="state muted" ref={paragraph} tabIndex={-1}>
      {outcome} {isEmptied ? t`No photographs are in any more.` : t`No photographs are in yet.`}
    </p>
  );
}

function KeysHint() {
  return (
    <p className="subtle keys-hint" id="photograph-keys">
      <Trans>
        <kbd>Arrows</kbd> move, <kbd>Space</kbd> chooses, <kbd>Shift</kbd> with arrows or a click chooses several,{' '}
        <kbd>M</kbd> leads to the bar above, <kbd>Esc</kbd> back. Photographs can be dragged to a piece, or to the bar
        for a new piece.
      </Trans>
    </p>
  );
}

interface RemoveDialogProps {
  open: boolean;
  /** How many photographs are chosen. */
  count: number;
  /** Resolves to the failure, or to undefined if they were removed. */
  onRemove: () => Promise<FormFailure | undefined>;
  onClose: () => void;
}

function RemoveDialog({ open, count, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={plural(count, { one: 'Remove this photograph?', other: 'Remove these # photographs?' })}
      confirmLabel={t`Remove`}
      onCancel={onClose}
      onConfirm={async () => {
        const failure = await onRemove();
        if (!failure) onClose();
        return failure;
      }}
    >
      {t`They leave the intake. The files on your computer stay.`}
    </ConfirmDialog>
  );
}
