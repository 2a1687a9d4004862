import { plural, t } from '@lingui/core/macro';
import { type KeyboardEvent, type LiHTMLAttributes, useRef, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { mostPieces } from '#contract/catalogue-lines.ts';
import { makersAndYear } from '../../../catalog/listing-summary.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { moveItem } from '../../../ui/move-item.ts';
import { type DragAttributes, useDragToMove } from '../../use-drag-to-move.ts';
import { useFocusAfter } from '../../use-focus-after.ts';
import { ListingThumbnail } from '../listing-thumbnail.tsx';
import { FindPieces } from './find-pieces.tsx';
import { type PaperDraft, type Sorting, sorted, sortings, withoutPiece, withPieces } from './paper-draft.ts';

interface ChosenPiecesProps {
  draft: PaperDraft;
  onChange: (draft: PaperDraft) => void;
}

/** The chosen pieces in their order: moved by buttons, by arrow keys on these buttons, and by dragging. */
export function ChosenPieces({ draft, onChange }: ChosenPiecesProps) {
  const { pieces } = draft;
  const { list, searchInput, sorting, announcement, sortBy, move, moveByButton, leaveOut, add } = useChosenPieces(
    draft,
    onChange,
  );
  const drag = useDragToMove(move);
  return (
    <section className="panel" aria-labelledby="chosen-pieces">
      <header>
        <h2 id="chosen-pieces">
          {t`Pieces`} <span className="subtle numeric">{pieces.length}</span>
        </h2>
        <SortingSelect sorting={sorting} onChange={sortBy} />
      </header>
      {pieces.length === 0 && <p className="p-5 muted">{t`Find pieces below, or select them among the products.`}</p>}
      <ol className="rows chosen-pieces" ref={list}>
        {pieces.map((piece, position) => (
          <li key={piece.id} {...rowAttributes(drag(position, piece.id))}>
            <PieceSummary piece={piece} />
            <PieceButtons
              name={piece.name}
              position={position}
              count={pieces.length}
              onMove={(to) => moveByButton(position, to)}
              onRemove={() => leaveOut(position, piece)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <FindPieces chosen={pieces} input={searchInput} onAdd={add} />
    </section>
  );
}

/**
 * The functions that change the chosen pieces. `announcement` tells screen readers about the latest change. The focus follows a moved
 * piece; after a removal it goes to the piece now at that position.
 */
function useChosenPieces(draft: PaperDraft, onChange: (draft: PaperDraft) => void) {
  const { pieces } = draft;
  const [sorting, setSorting] = useState<Sorting>('hand');
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const focusNext = useFocusAfter(list, pieces);

  function sortBy(by: Sorting) {
    setSorting(by);
    onChange({ ...draft, pieces: sorted(pieces, by) });
  }

  function move(from: number, to: number) {
    setSorting('hand');
    onChange({ ...draft, pieces: moveItem(pieces, from, to) });
    setAnnouncement(movedWords(pieces[from]?.name ?? '', to + 1, pieces.length));
  }

  function moveByButton(from: number, to: number) {
    if (to < 0 || to >= pieces.length) return;
    focusNext(buttonAt(to, to > from ? 'down' : 'up'));
    move(from, to);
  }

  function leaveOut(position: number, { id, name }: Listing) {
    // No row is left that could take the focus.
    if (pieces.length === 1) searchInput.current?.focus();
    else focusNext(buttonAt(Math.min(position, pieces.length - 2), 'remove'));
    onChange(withoutPiece(draft, id));
    setAnnouncement(t`${name} was removed from the list.`);
  }

  function add(added: readonly Listing[]) {
    const next = withPieces(draft, added);
    setSorting('hand');
    onChange(next);
    setAnnouncement(addedWords(next.pieces.length - pieces.length, next.pieces.length));
    // The button that was pressed is removed.
    searchInput.current?.focus();
  }

  return { list, searchInput, sorting, announcement, sortBy, move, moveByButton, leaveOut, add };
}

const movedWords = (name: string, number: number, count: number) => t`${name} is now number ${number} of ${count}`;

const addedWords = (added: number, count: number) =>
  plural(added, {
    one: `# piece added, ${count} of at most ${mostPieces}`,
    other: `# pieces added, ${count} of at most ${mostPieces}`,
  });

/** Selector of a button of the row at a position, from 0. */
const buttonAt = (position: number, button: 'up' | 'down' | 'remove') =>
  `li:nth-child(${position + 1}) [data-move="${button}"]`;

const rowAttributes = ({ isDragged, source, place }: DragAttributes): LiHTMLAttributes<HTMLLIElement> => ({
  className: isDragged ? 'opacity-50' : '',
  ...source,
  ...place,
});

function SortingSelect({ sorting, onChange }: { sorting: Sorting; onChange: (sorting: Sorting) => void }) {
  return (
    <select
      className="input input-small w-auto"
      aria-label={t({ message: 'Order', context: 'sequence' })}
      value={sorting}
      onChange={({ target }) => onChange(sortingFrom(target.value))}
    >
      {Object.entries(sortings).map(([by, label]) => (
        <option key={by} value={by}>
          {label}
        </option>
      ))}
    </select>
  );
}

const sortingFrom = (value: string): Sorting => (isSorting(value) ? value : 'hand');

const isSorting = (value: string): value is Sorting => Object.hasOwn(sortings, value);

function PieceSummary({ piece }: { piece: Listing }) {
  return (
    <>
      <ListingThumbnail listing={piece} />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="strong block">{piece.name}</span>
        <small className="subtle block">{makersAndYear(piece)}</small>
        {piece.status === 'discontinued' && <small className="error">{t`Discontinued: it is not printed.`}</small>}
      </span>
    </>
  );
}

interface PieceButtonsProps {
  name: string;
  /** Index, from 0. */
  position: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function PieceButtons({ name, position, count, onMove, onRemove }: PieceButtonsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(position + step);
  };
  return (
    <span className="flex flex-none">
      <IconButton
        label={t`Move ${name} up`}
        small
        data-move="up"
        aria-disabled={position === 0}
        onKeyDown={onKeyDown}
        onClick={() => onMove(position - 1)}
      >
        <Icon name="ascending" small />
      </IconButton>
      <IconButton
        label={t`Move ${name} down`}
        small
        data-move="down"
        aria-disabled={position === count - 1}
        onKeyDown={onKeyDown}
        onClick={() => onMove(position + 1)}
      >
        <Icon name="descending" small />
      </IconButton>
      <IconButton label={t`Leave out ${name}`} small data-move="remove" onClick={onRemove}>
        <Icon name="close" small />
      </IconButton>
    </span>
  );
}
