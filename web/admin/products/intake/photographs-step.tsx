import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { PieceGroups } from './piece-groups.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Intake } from './use-intake.ts';
import { usePhotographActions } from './use-photograph-actions.ts';
import { usePhotographChoice } from './use-photograph-choice.ts';

/** The photographs that are in, by piece; they can be moved, ordered and removed. */
export function PhotographsStep({ intake }: { intake: Intake }) {
  const { pieces } = intake;
  const choice = usePhotographChoice(pieces);
  const { chosen, clear } = choice;
  const count = chosen.size;
  const actions = usePhotographActions(intake, clear);
  const [isRemoving, setRemoving] = useState(false);
  const moveTo = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const nothing = useRef<HTMLParagraphElement>(null);
  // The photograph that had the focus last, to which Esc leads back from the bar.
  const last = useRef<string | null>(null);
  const isEmptied = pieces.length === 0 && actions.outcome.words !== '';
  useEffect(() => {
    if (isEmptied) nothing.current?.focus();
  }, [isEmptied]);
  return (
    <>
      {pieces.length === 0 ? (
        <p className="state muted" ref={nothing} tabIndex={-1}>
          {actions.outcome.words} {isEmptied ? t`No photographs are in any more.` : t`No photographs are in yet.`}
        </p>
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
          <p className="subtle keys-hint" id="photograph-keys">
            <Trans>
              <kbd>Arrows</kbd> move, <kbd>Space</kbd> chooses, <kbd>Shift</kbd> with arrows or a click chooses several,{' '}
              <kbd>M</kbd> leads to the bar above, <kbd>Esc</kbd> back. Photographs can be dragged to a piece, or to the
              bar for a new piece.
            </Trans>
          </p>
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
      <ConfirmDialog
        open={isRemoving}
        title={plural(count, { one: 'Remove this photograph?', other: 'Remove these # photographs?' })}
        confirmLabel={t`Remove`}
        onCancel={() => setRemoving(false)}
        onConfirm={async () => {
          const failure = await actions.remove([...chosen]);
          if (!failure) setRemoving(false);
          return failure;
        }}
      >
        {t`They leave the intake. The files on your computer stay.`}
      </ConfirmDialog>
    </>
  );
}
