import { t } from '@lingui/core/macro';
import type { KeyboardEvent, PointerEvent } from 'react';
import { type Direction, movedDirection, sideInWords } from './light-directions.ts';

/** Degrees by which an arrow key moves the lamp. With Shift it is one degree. */
const keyStep = 15;

interface DirectionDialProps {
  direction: Direction;
  /** The number of the photograph, from 1. */
  number: number;
  onChange: (direction: Direction) => void;
}

/**
 * Sets where the lamp stood, seen from the front, with a dial around the piece and a slider for the height over it. Both are dragged, or
 * moved by the arrow keys.
 */
export function DirectionDial({ direction, number, onChange }: DirectionDialProps) {
  const { azimuth, elevation } = direction;
  const side = sideInWords(azimuth);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const pointed = azimuthAt(event);
    if (pointed !== null && pointed !== azimuth) onChange({ azimuth: pointed, elevation });
  };
  return (
    <div className="light-direction">
      <span
        role="slider"
        tabIndex={0}
        className="light-dial"
        aria-label={t`Around, photograph ${number}`}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={azimuth}
        aria-valuetext={t`${azimuth} degrees, ${side}`}
        onKeyDown={(event) => moveByKey(event, (by) => onChange(movedDirection(direction, by, 0)))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && follow(event)}
      >
        <Lamp direction={direction} />
      </span>
      <span className="numeric" aria-hidden="true">
        {t`Around ${azimuth}°`}
      </span>
      <input
        type="range"
        aria-label={t`Height, photograph ${number}`}
        aria-valuetext={t`${elevation} degrees`}
        {...{ min: 0, max: 90, step: 1, value: elevation }}
        onKeyDown={(event) => moveByKey(event, (by) => onChange(movedDirection(direction, 0, by)))}
        onChange={({ target }) => onChange({ azimuth, elevation: target.valueAsNumber })}
      />
      <span className="numeric" aria-hidden="true">
        {t`Height ${elevation}°`}
      </span>
    </div>
  );
}

/** The lamp on the dial: the higher it stood, the nearer to the middle. */
function Lamp({ direction: { azimuth, elevation } }: { direction: Direction }) {
  const angle = (azimuth * Math.PI) / 180;
  const at = (distance: number) => [distance * Math.cos(angle), -distance * Math.sin(angle)];
  const [edgeX, edgeY] = at(44);
  const [x, y] = at(44 * (1 - elevation / 90));
  return (
    <svg viewBox="-54 -54 108 108" aria-hidden="true">
      <circle r="44" />
      <path d="M-4 0H4M0-4V4" />
      <line x2={edgeX} y2={edgeY} />
      <circle className="light-lamp" cx={x} cy={y} r="9" />
    </svg>
  );
}

/** The azimuth of the pointer in whole degrees. Null near the centre, where the smallest movement would turn the lamp far. */
function azimuthAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): number | null {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const [right, up] = [clientX - left - width / 2, top + height / 2 - clientY];
  if (Math.hypot(right, up) < width / 20) return null;
  return (Math.round((Math.atan2(up, right) * 180) / Math.PI) + 360) % 360;
}

function moveByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const sign = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
  if (sign === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  move(sign * (event.shiftKey ? 1 : keyStep));
}
