import type { KeyboardEvent } from 'react';
import { arrowSteps } from '../ui/arrow-keys.ts';
import type { Light } from './light/use-light.ts';
import type { ZoomView } from './zoom-view.ts';

export const zoomStep = 1.5;
/** CSS pixels. */
const arrowStep = 60;

interface LookKeys {
  zoom: ZoomView | null;
  /** How many there are. */
  details: number;
  chooseDetail: (number: number | null) => void;
  onMoved: () => void;
  /** Null without light. */
  light: Light | null;
}

/**
 * Returns the handler of keys for the stage (docs/behaviour/close-look.md, 6). It receives those that are pressed while the focus is
 * on the stage or on something in it: a click on the picture focuses an element of the zoom.
 */
export function lookKeys(options: LookKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isDone = event.key.startsWith('Arrow') ? moveByArrow(event.key, options) : act(event, options);
    if (isDone) event.preventDefault();
  };
}

function act({ key, currentTarget: stage }: KeyboardEvent<HTMLElement>, options: LookKeys): boolean {
  const { zoom, details, chooseDetail, onMoved, light } = options;
  if (key === '0') return done(() => chooseDetail(null));
  if (/^[1-9]$/.test(key)) return Number(key) <= details && done(() => chooseDetail(Number(key)));
  if (key === 'l' || key === 'L') {
    // The point of the light may have the focus, and is removed.
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
