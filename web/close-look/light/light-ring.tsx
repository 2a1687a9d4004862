import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { arrowSteps } from '../../ui/arrow-keys.ts';
import { useReducedMotion } from '../use-reduced-motion.ts';
import type { ShownView } from '../zoom-view.ts';
import type { Light } from './use-light.ts';

/** How far an arrow key moves the light, as a fraction of the picture. */
const step = 0.03;

interface LightRingProps {
  light: Light;
  zoom: ShownView;
}

/**
 * The light as a gold point over the piece. It is dragged, or moved by arrow keys. With reduced motion the light stays while the point is
 * dragged, and jumps to where it is released.
 */
export function LightRing({ light, zoom }: LightRingProps) {
  const handle = useRef<HTMLButtonElement>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const still = useReducedMotion();
  const { lamp, moveTo } = light;
  const place = ({ x, y }: { x: number; y: number }) => {
    const frame = zoom.frame();
    if (handle.current)
      handle.current.style.translate = `${frame.x + x * frame.width}px ${frame.y + y * frame.height}px`;
  };
  useLayoutEffect(() => {
    if (!lamp) return;
    const placeShown = () => place((still && dragged.current) || lamp);
    placeShown();
    return zoom.onDrawn(placeShown);
  });
  if (!lamp) return null;
  const follow = (event: PointerEvent<HTMLButtonElement>) => {
    if (!dragged.current) return;
    const { left, top } = zoom.canvas.getBoundingClientRect();
    const frame = zoom.frame();
    const at = { x: (event.clientX - left - frame.x) / frame.width, y: (event.clientY - top - frame.y) / frame.height };
    dragged.current = at;
    if (still) place(at);
    else moveTo(at.x, at.y);
  };
  const end = () => {
    if (dragged.current && still) moveTo(dragged.current.x, dragged.current.y);
    dragged.current = null;
  };
  return (
    <button
      ref={handle}
      type="button"
      className="look-ring"
      aria-label={t`The light. Drag it, or move it with the arrow keys`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = lamp;
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => moveByArrow(event, (x, y) => moveTo(lamp.x + x, lamp.y + y))}
    />
  );
}

function moveByArrow(event: KeyboardEvent, move: (x: number, y: number) => void): void {
  const direction = arrowSteps[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  move(direction.x * step, direction.y * step);
}
