import type { KeyboardEvent } from 'react';
import { arrowSteps } from '../ui/arrow-keys.ts';
import type { Light } from './light/use-light.ts';
import type { ZoomView } from './zoom-view.ts';

export const zoomStep = 1.5;
/** CSS pixels by which an arrow key moves the picture. */
const arrowStep = 60;

interface LookKeys {
  zoom: ZoomView | null;
  /** The number of details. */
  details: number;
  chooseDetail: (number: number | null) => void;
  onMoved: () => void;
  /** Null if the light cannot be turned on. */
  light: Light | null;
}

/**
 * Returns the key handler of the stage (docs/behaviour/close-look.md, 6). It handles keys while the focus is on the stage or on an element
 * in it, because a click on the picture focuses an element of the zoom.
 */
export function lookKeys(options: LookKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isDone = event.key.startsWith('Arrow') ? moveByArrow(event.key, options) : pressOtherKey(event, options);
    if (isDone) event.preventDefault();
  };
}

function pressOtherKey({ key, currentTarget: stage }: KeyboardEvent<HTMLElement>, options: LookKeys): boolean {
  const { zoom, details, chooseDetail, onMoved, light } = options;
  if (key === '0') return done(() => chooseDetail(null));
  if (/^[1-9]$/.test(key)) return Number(key) <= details && done(() => chooseDetail(Number(key)));
  if (key === 'l' || key === 'L') {
    // The point of the light may have the focus, but it leaves the page when the light is turned off.
    stage.focus();
    return light !== null && done(light.toggle);
  }
  const factor = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[key];
  if (factor === undefined || !zoom) return false;
  zoom.zoomBy(factor);
  onMoved();
  return true;
}

function moveByArrow(key: string, { zoom, onMoved }: LookKeys): boolean {
  const step = arrowSteps[key];
  if (!step || !zoom) return false;
  zoom.moveBy(step.x * arrowStep, step.y * arrowStep);
  onMoved();
  return true;
}

function done(action: () => void): true {
  action();
  return true;
}
