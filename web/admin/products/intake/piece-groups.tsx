import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, memo, type RefObject, useCallback, useId, useState } from 'react';
import type { CellChange, IntakePicture } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Photograph, type PhotographEvents } from './photograph.tsx';
import { beginDrag, usePhotographDrop } from './photograph-drag.ts';
import { pictureAfter } from './photograph-keys.ts';
import type { Piece } from './pieces.ts';
import type { Intake } from './use-intake.ts';
import type { usePhotographChoice } from './use-photograph-choice.ts';
import { useStable } from './use-stable.ts';

interface PieceGroupsProps {
  intake: Intake;
  choice: ReturnType<typeof usePhotographChoice>;
  list: RefObject<HTMLUListElement | null>;
  /** Called when photographs were dragged onto a piece. */
  onMove: (pictureIds: readonly string[], pieceId: string) => void;
  /** Called when a photograph gets the focus. */
  onFocus: (pictureId: string) => void;
  /** Called when M is pressed, which moves the focus to the bar. */
  onBar: () => void;
}

/** Lists the photographs by piece. They are chosen by click or keyboard, and moved by the bar above them or by dragging. */
export function PieceGroups({ intake, choice, list, onMove, onFocus, onBar }: PieceGroupsProps) {
  const { pieces, setCells, hold } = intake;
  const { chosen, choose, toggle, extend, endRange } = choice;
  const press = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === 'm') {
      event.preventDefault();
      onBar();
    }
    const next = pictureAfter(event.key, id, pieces);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) extend(id, next);
    else endRange();
    list.current?.querySelector<HTMLElement>(`[data-picture="${next}"]`)?.focus();
  };
  const onKey = useStable(press);
  const onDrag = useStable((transfer: DataTransfer, id: string) => beginDrag(transfer, chosen.has(id) ? chosen : [id]));
  const onClick = useCallback(
    (id: string, withShift: boolean) => (withShift ? extend(id, id) : toggle(id)),
    [extend, toggle],
  );
  const [stableMove, stableFocus] = [useStable(onMove), useStable(onFocus)];
  return (
    <ul className="intake" aria-label={t`Pieces`} aria-describedby="photograph-keys" ref={list}>
      {pieces.map((piece, index) => (
        <PieceGroup
          key={piece.id}
          piece={piece}
          number={index + 1}
          {...{ chosen, choose, setCells, hold, onClick, onKey, onDrag }}
          onMove={stableMove}
          onFocus={stableFocus}
        />
      ))}
    </ul>
  );
}

interface PieceGroupProps extends PhotographEvents, Pick<PieceGroupsProps, 'onMove'> {
  piece: Piece;
  number: number;
  chosen: ReadonlySet<string>;
  choose: (pictureIds: readonly string[], isChosen: boolean) => void;
  setCells: (changes: readonly CellChange[]) => void;
  hold: Intake['hold'];
}

const PieceGroup = memo(function PieceGroup(props: PieceGroupProps) {
  const { piece, number, chosen, choose, onMove, onFocus, onClick, onKey, onDrag } = props;
  const { isOver, ...dropping } = usePhotographDrop((ids) => onMove(ids, piece.id));
  // The id of the only photograph of the piece that Tab reaches; null: the first one.
  const [stop, setStop] = useState<string | null>(null);
  const ids = piece.pictures.map(({ id }) => id);
  const count = ids.length;
  const areAllChosen = ids.every((id) => chosen.has(id));
  const stopIndex = Math.max(0, ids.indexOf(stop ?? ''));
  const focus = useCallback(
    (id: string) => {
      setStop(id);
      onFocus(id);
    },
    [onFocus],
  );
  return (
    <li className={isOver ? 'intake-piece over' : 'intake-piece'} {...dropping}>
      <div className="intake-head">
        <span className="number numeric">{number}</span>
        <PieceName {...props} />
        <Button variant="text" small onClick={() => choose(ids, !areAllChosen)}>
          {areAllChosen ? (
            <Trans>
              None<span className="visually-hidden"> of piece {number}</span>
            </Trans>
          ) : (
            <Trans>
              All {count}
              <span className="visually-hidden"> of piece {number}</span>
            </Trans>
          )}
        </Button>
      </div>
      <ul>
        {piece.pictures.map((picture, index) => (
          <Photograph
            key={picture.id}
            picture={picture}
            label={labelOf(picture, index === 0, number)}
            isChosen={chosen.has(picture.id)}
            isTabStop={index === stopIndex}
            {...{ onClick, onKey, onDrag }}
            onFocus={focus}
          />
        ))}
      </ul>
    </li>
  );
});

const labelOf = ({ fileName }: IntakePicture, isMain: boolean, number: number) =>
  isMain ? t`${fileName}, main picture of piece ${number}` : t`${fileName}, in piece ${number}`;

function PieceName({ piece: { id, cells }, number, setCells, hold }: PieceGroupProps) {
  const inputId = useId();
  const name = (value: string): CellChange => ({ pieceId: id, field: 'name', value });
  return (
    <>
      <label className="visually-hidden" htmlFor={inputId}>
        {t`Name of piece ${number}`}
      </label>
      <input
        className="input"
        id={inputId}
        value={cells.name}
        placeholder={t`Untitled`}
        maxLength={limits.name}
        onChange={({ target }) => setCells([name(target.value)])}
        onFocus={() => hold(name(cells.name))}
        onBlur={() => hold(null)}
      />
    </>
  );
}
