import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import type { Piece } from './use-intake.ts';

/** What is done with the chosen photographs; returns why it failed, or null. */
export interface SelectionActions {
  /** Null: to a new piece. */
  move: (pieceId: string | null) => Promise<string | null>;
  putFirst: (pictureId: string) => Promise<string | null>;
  remove: () => void;
  clear: () => void;
}

interface SelectionBarProps {
  pieces: readonly Piece[];
  chosen: ReadonlySet<string>;
  actions: SelectionActions;
}

/** Moves, removes and orders the chosen photographs. It stays when nothing is chosen, so that the focus has its place. */
export function SelectionBar({ pieces, chosen, actions }: SelectionBarProps) {
  const [to, setTo] = useState('');
  const [outcome, setOutcome] = useState<{ failure: string | null; words: string }>({ failure: null, words: '' });
  const count = chosen.size;
  const [only] = count === 1 ? chosen : [];
  const isNone = count === 0;
  const target = pieces.findIndex(({ id }) => id === to);
  const act = async (action: Promise<string | null>, words: string) => {
    const failure = await action;
    setOutcome({ failure, words: failure === null ? words : '' });
  };
  const photographs = count === 1 ? 'photograph' : 'photographs';
  return (
    <section className="intake-bar" aria-label="Chosen photographs">
      <span className="strong numeric">{isNone ? 'Choose photographs to move them' : `${count} chosen`}</span>
      <label className="visually-hidden" htmlFor="move-to">
        Move to
      </label>
      <select
        className="input input-small"
        id="move-to"
        value={target < 0 ? '' : to}
        onChange={(event) => setTo(event.target.value)}
      >
        <option value="">A new piece</option>
        {pieces.map(({ id, cells }, index) => (
          <option key={id} value={id}>
            {index + 1}, {cells.name || 'Untitled'}
          </option>
        ))}
      </select>
      <Button
        variant="line"
        small
        aria-disabled={isNone || undefined}
        onClick={() =>
          isNone ||
          void act(
            actions.move(target < 0 ? null : to),
            `${count} ${photographs} moved to ${target < 0 ? 'a new piece' : `piece ${target + 1}`}.`,
          )
        }
      >
        Move
      </Button>
      <Button
        variant="text"
        small
        aria-disabled={only === undefined || undefined}
        onClick={() => only !== undefined && void act(actions.putFirst(only), 'It is the main picture now.')}
      >
        Make first
      </Button>
      <Button variant="text" small aria-disabled={isNone || undefined} onClick={() => isNone || actions.remove()}>
        Remove
      </Button>
      <Button variant="text" small aria-disabled={isNone || undefined} onClick={actions.clear}>
        Choose none
      </Button>
      <span role="status" className="subtle">
        {outcome.words}
      </span>
      {outcome.failure !== null && <FailureNote>{outcome.failure}</FailureNote>}
    </section>
  );
}
