import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Image } from '#contract/catalog.ts';
import { arrowSteps } from '../../../ui/arrow-keys.ts';
import { Picture, pictureBox } from '../../../ui/picture.tsx';

/** Percent of the picture, from left and top. */
interface Point {
  x: number;
  y: number;
}

interface FocusPointProps {
  image: Image;
  point: Point;
  onMove: (point: Point) => void;
}

/** A picture with a mark on the point that stays in sight where the page crops it. The mark is dragged, or moved with the arrow keys. */
export function FocusPoint({ image, point, onMove }: FocusPointProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { x, y } = point;

  function moveTo({ clientX, clientY }: PointerEvent) {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    onMove(within({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 }));
  }

  function moveByKey(event: KeyboardEvent) {
    const step = arrowSteps[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 5 : 1;
    onMove(within({ x: x + step.x * far, y: y + step.y * far }));
  }

  return (
    <div className="w-full">
      <p className="mb-2 font-medium" id="focus-point">
        {t`What stays in sight`}
      </p>
      <div
        ref={frame}
        className="relative w-fit cursor-crosshair"
        style={pictureBox(image)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          moveTo(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && moveTo(event)}
      >
        <Picture image={image} sizes="20rem" alt="" className="pointer-events-none max-h-80 w-auto max-w-full" />
        <span
          role="slider"
          tabIndex={0}
          aria-labelledby="focus-point"
          aria-describedby="focus-point-hint"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={x}
          aria-valuetext={t`${x} percent from the left, ${y} percent from the top`}
          className="focus-mark"
          style={{ left: `${x}%`, top: `${y}%` }}
          onKeyDown={moveByKey}
        />
      </div>
      <p className="hint mt-2" id="focus-point-hint">
        <Trans>
          Drag the mark, or press the arrow keys, with Shift for larger steps. {x}% from the left, {y}% from the top.
        </Trans>
      </p>
    </div>
  );
}

function within({ x, y }: Point): Point {
  const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  return { x: percent(x), y: percent(y) };
}
