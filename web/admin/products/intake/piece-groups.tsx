import { type DragEvent, memo, useId, useState } from 'react';
import type { IntakePicture } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Piece } from './use-intake.ts';

interface PieceGroupsProps {
  pieces: readonly Piece[];
  chosen: ReadonlySet<string>;
  onChoose: (pictureIds: readonly string[], isChosen: boolean) => void;
  onName: (pieceId: string, name: string) => void;
  /** Photographs were dragged onto a piece. */
  onMove: (pictureIds: readonly string[], pieceId: string) => void;
}

/** The type of what is dragged, so that files from outside are not taken for photographs of the page. */
const dragType = 'application/x-photographs';

/** The photographs by piece. They are chosen by click or keyboard, and moved by the bar above them or by dragging. */
export function PieceGroups({ pieces, chosen, onChoose, onName, onMove }: PieceGroupsProps) {
  const begin = (event: DragEvent, id: string) =>
    event.dataTransfer.setData(dragType, JSON.stringify(chosen.has(id) ? [...chosen] : [id]));
  return (
    <ul className="intake" aria-label="Pieces">
      {pieces.map((piece, index) => (
        <PieceGroup
          key={piece.id}
          piece={piece}
          number={index + 1}
          chosen={chosen}
          onChoose={onChoose}
          onName={(name) => onName(piece.id, name)}
          onDrag={begin}
          onDrop={(ids) => onMove(ids, piece.id)}
        />
      ))}
    </ul>
  );
}

interface PieceGroupProps extends Pick<PieceGroupsProps, 'chosen' | 'onChoose'> {
  piece: Piece;
  number: number;
  onName: (name: string) => void;
  onDrag: (event: DragEvent, pictureId: string) => void;
  onDrop: (pictureIds: readonly string[]) => void;
}

function PieceGroup({ piece, number, chosen, onChoose, onName, onDrag, onDrop }: PieceGroupProps) {
  const [isOver, setOver] = useState(false);
  const nameId = useId();
  const ids = piece.pictures.map(({ id }) => id);
  const areAllChosen = ids.every((id) => chosen.has(id));
  return (
    <li
      className={isOver ? 'intake-piece over' : 'intake-piece'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = event.dataTransfer.getData(dragType);
        if (dragged === '') return;
        event.preventDefault();
        // Only `begin` writes this type.
        onDrop(JSON.parse(dragged) as string[]);
      }}
    >
      <div className="intake-head">
        <span className="number numeric">{number}</span>
        <label className="visually-hidden" htmlFor={nameId}>
          Name of piece {number}
        </label>
        <input
          className="input"
          id={nameId}
          value={piece.cells.name}
          placeholder="Untitled"
          maxLength={limits.name}
          onChange={({ target }) => onName(target.value)}
        />
        <Button variant="text" small onClick={() => onChoose(ids, !areAllChosen)}>
          {areAllChosen ? 'None' : `All ${ids.length}`}
          <span className="visually-hidden"> of piece {number}</span>
        </Button>
      </div>
      <ul>
        {piece.pictures.map((picture, index) => (
          <Photograph
            key={picture.id}
            picture={picture}
            place={`${index === 0 ? 'main picture' : 'in'}${index === 0 ? ' of' : ''} piece ${number}`}
            isChosen={chosen.has(picture.id)}
            onChoose={onChoose}
            onDrag={onDrag}
          />
        ))}
      </ul>
    </li>
  );
}

interface PhotographProps extends Pick<PieceGroupProps, 'onChoose' | 'onDrag'> {
  picture: IntakePicture;
  place: string;
  isChosen: boolean;
}

const Photograph = memo(function Photograph({ picture, place, isChosen, onChoose, onDrag }: PhotographProps) {
  const { id, fileName, thumbnail, placeholder } = picture;
  return (
    <li className="intake-picture">
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${fileName}, ${place}`}
        draggable
        onDragStart={(event) => onDrag(event, id)}
        onClick={() => onChoose([id], !isChosen)}
      >
        <Thumbnail thumbnail={thumbnail} placeholder={placeholder} />
      </button>
      {isChosen && (
        <span className="tick">
          <Icon name="done" small />
        </span>
      )}
      <small title={fileName}>{fileName}</small>
    </li>
  );
});

/** The small picture, or its ground while that is made: the original would take too much memory. */
export function Thumbnail({ thumbnail, placeholder }: Pick<IntakePicture, 'thumbnail' | 'placeholder'>) {
  if (thumbnail === null)
    return (
      <svg viewBox="0 0 4 5" preserveAspectRatio="none" aria-hidden="true">
        <rect width="4" height="5" fill={placeholder} />
      </svg>
    );
  return <img src={thumbnail} alt="" width={84} height={104} loading="lazy" decoding="async" draggable={false} />;
}
