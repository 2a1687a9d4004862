import type { ComponentProps, KeyboardEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { arrowSteps } from '../../ui/arrow-keys.ts';
import type { Point } from './photo-geometry.ts';

/** CSS pixels by which an arrow key moves the button, alone and with Shift. */
const step = 1;
const largeStep = 10;

interface MovableProps extends ComponentProps<'button'> {
  /** Receives the movement since the last call, in CSS pixels. */
  onMoved: (by: Point) => void;
}

/** A button that is dragged, or moved with the arrow keys. */
export function Movable({ onMoved, ...button }: MovableProps) {
  const last = useRef<(Point & { pointer: number }) | null>(null);
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Safari does not focus a button that is pressed.
    event.currentTarget.focus();
    last.current = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };
  const move = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (last.current?.pointer !== pointerId) return;
    const by = { x: clientX - last.current.x, y: clientY - last.current.y };
    last.current = { x: clientX, y: clientY, pointer: pointerId };
    onMoved(by);
  };
  const end = () => {
    last.current = null;
  };
  const moveByKey = (event: KeyboardEvent) => {
    const direction = arrowSteps[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = event.shiftKey ? largeStep : step;
    onMoved({ x: direction.x * length, y: direction.y * length });
  };
  return (
    <button
      type="button"
      {...button}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={moveByKey}
      // Otherwise the browser drags the picture, and Safari takes the focus away again.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}
