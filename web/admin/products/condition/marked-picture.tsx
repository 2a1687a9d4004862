import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Image } from '#contract/catalog.ts';
import { type MarkKind, placeInWords } from '#contract/condition-words.ts';
import { arrowSteps } from '../../../ui/arrow-keys.ts';
import { Picture, pictureBox } from '../../../ui/picture.tsx';
import { markWords } from './condition-labels.ts';
import { type Place, within } from './report-draft.ts';

interface Mark extends Place {
  kind: MarkKind;
}

interface MarkedPictureProps {
  image: Image;
  /** The number of the photograph, from 1. */
  number: number;
  marks: readonly Mark[];
}

/** A photograph with its numbered marks; the list beside it says what they point at. */
export function MarkedPicture({ image, number, marks }: MarkedPictureProps) {
  return (
    <div className="marked" style={pictureBox(image)}>
      <Picture image={image} sizes={sizes} alt={image.alt || t`Photograph ${number}`} />
      {marks.map((mark, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks that are shown do not change.
        <span key={position} className={markClass(mark)} style={styleOf(mark)} aria-hidden="true">
          <b>{position + 1}</b>
        </span>
      ))}
    </div>
  );
}

interface PictureWithMarksProps extends MarkedPictureProps {
  marks: readonly (Mark & { key: number })[];
  /** The key of the highlighted mark; null for none. */
  chosen: number | null;
  onChoose: (key: number | null) => void;
  onMove: (key: number, place: Place) => void;
  /** Null once there are as many marks as there may be. */
  onAdd: ((place: Place) => void) | null;
}

/**
 * A photograph with marks that can be changed. A click adds a mark at the pointer, the keyboard adds one in the middle. A mark can be
 * dragged, or moved with the arrow keys by 1 percent, with Shift by 5.
 */
export function PictureWithMarks(props: PictureWithMarksProps) {
  const { image, number, marks, chosen, onChoose, onMove, onAdd } = props;
  const frame = useRef<HTMLDivElement>(null);

  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }): Place | null {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return within({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 });
  }

  function add(event: MouseEvent) {
    // `detail` is 0 if the keyboard made the click, which then has no place.
    onAdd?.((event.detail === 0 ? null : placeOf(event)) ?? { x: 50, y: 50 });
  }

  function drag(event: PointerEvent, key: number) {
    const place = event.buttons === 1 ? placeOf(event) : null;
    if (place) onMove(key, place);
  }

  return (
    <div ref={frame} className="marked" style={pictureBox(image)}>
      <Picture image={image} sizes={sizes} alt={image.alt || t`photograph ${number}`} className="pointer-events-none" />
      {onAdd && (
        <button
          type="button"
          className="marked-ground"
          aria-label={t`Set a mark on photograph ${number}`}
          onClick={add}
        />
      )}
      {marks.map((mark, position) => (
        <span
          key={mark.key}
          data-mark={mark.key}
          role="slider"
          tabIndex={0}
          aria-label={nameOf(mark, position + 1, number)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={mark.x}
          aria-valuetext={placeInWords(mark)}
          className={`${markClass(mark)} ${mark.key === chosen ? 'mark-chosen' : ''}`}
          style={styleOf(mark)}
          onFocus={() => onChoose(mark.key)}
          onBlur={() => onChoose(null)}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => drag(event, mark.key)}
          onKeyDown={(event) => moveByKey(event, mark, (place) => onMove(mark.key, place))}
        >
          <b>{position + 1}</b>
        </span>
      ))}
    </div>
  );
}

function nameOf({ kind }: Mark, number: number, photograph: number): string {
  const words = markWords[kind];
  return t`Mark ${number} of photograph ${photograph}, ${words}`;
}

const sizes = '(min-width: 64rem) 40rem, 100vw';

function moveByKey(event: KeyboardEvent, { x, y }: Place, move: (place: Place) => void) {
  const step = arrowSteps[event.key];
  if (!step) return;
  event.preventDefault();
  const far = event.shiftKey ? 5 : 1;
  move(within({ x: x + step.x * far, y: y + step.y * far }));
}

/** The classes that put the number of a mark on the side towards the middle of the picture, so that it is not cut off. */
const markClass = ({ x, y }: Place) =>
  `mark-on ${x > 50 ? 'mark-left' : 'mark-right'} ${y > 50 ? 'mark-up' : 'mark-down'}`;

const styleOf = ({ x, y }: Place) => ({ left: `${x}%`, top: `${y}%` });
