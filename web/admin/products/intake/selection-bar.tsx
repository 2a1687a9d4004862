import { t } from '@lingui/core/macro';
import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { usePhotographDrop } from './photograph-drag.ts';
import type { Piece } from './pieces.ts';
import type { PhotographActions } from './use-photograph-actions.ts';

interface SelectionBarProps {
  pieces: readonly Piece[];
  chosen: ReadonlySet<string>;
  actions: PhotographActions;
  moveTo: RefObject<HTMLSelectElement | null>;
  onRemove: () => void;
  onClear: () => void;
  /** Called when Esc is pressed. */
  onBack: () => void;
}

/**
 * The bar that moves, removes and orders the chosen photographs. It stays when nothing is chosen, so that the focus is not lost.
 * Photographs that are dropped on it become a new piece.
 */
export function SelectionBar({ pieces, chosen, actions, moveTo, onRemove, onClear, onBack }: SelectionBarProps) {
  const [to, setTo] = useState('');
  const { isOver, ...dropping } = usePhotographDrop((ids) => void actions.move(ids, null));
  const { outcome, isBusy } = actions;
  const [only] = chosen.size === 1 ? chosen : [];
  const count = chosen.size;
  const isNone = count === 0;
  const target = pieces.some(({ id }) => id === to) ? to : '';
  return (
    <section
      className={isOver ? 'intake-bar over' : 'intake-bar'}
      aria-label={t`Chosen photographs`}
      onKeyDown={({ key }) => key === 'Escape' && onBack()}
      {...dropping}
    >
      <span className="strong numeric" role="status">
        {isNone ? t`Choose photographs to move them` : t`${count} chosen`}
      </span>
      <MoveToSelect ref={moveTo} pieces={pieces} target={target} onChange={setTo} />
      <Button
        variant="line"
        small
        busy={isBusy}
        aria-disabled={isNone || undefined}
        onClick={() => isNone || void actions.move([...chosen], target || null)}
      >
        {t`Move`}
      </Button>
      <TextButton isOff={isNone} onClick={() => void actions.separate([...chosen])}>
        {t`A piece each`}
      </TextButton>
      <TextButton isOff={only === undefined} onClick={() => only !== undefined && void actions.putFirst(only)}>
        {t`Make first`}
      </TextButton>
      <TextButton isOff={isNone} onClick={onRemove}>
        {t`Remove`}
      </TextButton>
      <TextButton isOff={isNone} onClick={onClear}>
        {t`Choose none`}
      </TextButton>
      <span role="status" className="subtle">
        {outcome.words}
      </span>
      {outcome.failure !== null && <FailureNote>{outcome.failure}</FailureNote>}
    </section>
  );
}

interface MoveToSelectProps {
  ref: RefObject<HTMLSelectElement | null>;
  pieces: readonly Piece[];
  /** The id of a piece; empty: a new one. */
  target: string;
  onChange: (target: string) => void;
}

function MoveToSelect({ ref, pieces, target, onChange }: MoveToSelectProps) {
  return (
    <>
      <label className="visually-hidden" htmlFor="move-to">
        {t`Move to`}
      </label>
      <select
        className="input input-small"
        id="move-to"
        aria-keyshortcuts="m"
        ref={ref}
        value={target}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t`A new piece`}</option>
        {pieces.map(({ id, cells }, index) => (
          <option key={id} value={id}>
            {index + 1}, {cells.name || t`Untitled`}
          </option>
        ))}
      </select>
    </>
  );
}

/** A button that is not `disabled` while it is off, so that it keeps the focus. */
function TextButton({ isOff, onClick, children }: { isOff: boolean; onClick: () => void; children: string }) {
  return (
    <Button variant="text" small aria-disabled={isOff || undefined} onClick={() => isOff || onClick()}>
      {children}
    </Button>
  );
}
