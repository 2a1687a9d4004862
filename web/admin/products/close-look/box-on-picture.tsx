import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Box } from '#contract/close-look.ts';
import { arrowSteps } from '../../../ui/arrow-keys.ts';
import { boxInWords, type Corner, corners, moved, type Point, percent, withCornerMoved } from './box-geometry.ts';

interface BoxOnPictureProps {
  box: Box;
  /** For example 'The piece' or 'Detail 1, The moon'. */
  name: string;
  /** In the corner of the box; the box of the piece has none. */
  number: number | null;
  isChosen: boolean;
  onChoose: () => void;
  onChange: (box: Box) => void;
  /** The place of a pointer in fractions of the picture; null while the picture has no size. */
  placeOf: (event: PointerEvent) => Point | null;
}

/**
 * A box on the picture. It moves when it is dragged, or with the arrow keys by 1 percent, with Shift by 5; with Alt they move its lower
 * right corner. The corners of the piece and of the chosen detail are dragged and moved in the same way.
 */
export function BoxOnPicture({ box, name, number, isChosen, onChoose, onChange, placeOf }: BoxOnPictureProps) {
  const dragging = useDragging(box, placeOf, onChange);
  // The piece always has its corners: the body of its box cannot be clicked, because it would cover the details.
  const hasCorners = isChosen || number === null;
  return (
    <div
      className={['box-on', number === null ? 'box-of-piece' : '', isChosen ? 'box-chosen' : ''].join(' ')}
      style={boxStyle(box)}
      data-box={name}
    >
      <span
        role="slider"
        tabIndex={0}
        className="box-body"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent(box.x)}
        aria-valuetext={boxInWords(box)}
        onFocus={onChoose}
        onKeyDown={(event) => moveByKey(event, (by) => onChange(changed(box, event.altKey ? 'lower right' : null, by)))}
        {...dragging(null)}
      >
        {number !== null && <b>{number}</b>}
      </span>
      {hasCorners &&
        corners.map((corner) => (
          <span
            key={corner}
            role="slider"
            tabIndex={0}
            className={`box-corner box-${corner.replace(' ', '-')}`}
            aria-label={cornerNames[corner](name)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent(corner.endsWith('left') ? box.x : box.x + box.width)}
            aria-valuetext={cornerInWords(box, corner)}
            onFocus={onChoose}
            onKeyDown={(event) => moveByKey(event, (by) => onChange(changed(box, corner, by)))}
            {...dragging(corner)}
          />
        ))}
    </div>
  );
}

const cornerNames: Readonly<Record<Corner, (name: string) => string>> = {
  'upper left': (name) => t`${name}, upper left corner`,
  'upper right': (name) => t`${name}, upper right corner`,
  'lower left': (name) => t`${name}, lower left corner`,
  'lower right': (name) => t`${name}, lower right corner`,
};

/** The box with `corner` moved; if `corner` is null, the whole box is moved. */
const changed = (box: Box, corner: Corner | null, by: Point): Box =>
  corner === null ? moved(box, by) : withCornerMoved(box, corner, by);

/** Pointer handlers for the box (null) or a corner. Moves are measured from where the pointer went down, so that the box stays under it. */
function useDragging(box: Box, placeOf: BoxOnPictureProps['placeOf'], onChange: (box: Box) => void) {
  const start = useRef<{ place: Point; box: Box } | null>(null);
  return (corner: Corner | null) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const place = placeOf(event);
      start.current = place && { place, box };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const place = event.buttons === 1 ? placeOf(event) : null;
      if (!place || !start.current) return;
      const from = start.current;
      onChange(changed(from.box, corner, { x: place.x - from.place.x, y: place.y - from.place.y }));
    },
  });
}

function cornerInWords({ x, y, width, height }: Box, corner: Corner): string {
  const left = percent(corner.endsWith('left') ? x : x + width);
  const top = percent(corner.startsWith('upper') ? y : y + height);
  return t`${left} percent from the left, ${top} from the top`;
}

function moveByKey(event: KeyboardEvent, move: (by: Point) => void) {
  const step = arrowSteps[event.key];
  if (!step) return;
  // With Alt, browsers go back in the history.
  event.preventDefault();
  const far = event.shiftKey ? 0.05 : 0.01;
  move({ x: step.x * far, y: step.y * far });
}

/** The CSS position of a box inside the element that shows the picture. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
