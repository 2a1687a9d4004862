import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Light } from './light/use-light.ts';
import type { ZoomView } from './zoom-view.ts';

export const zoomStep = 1.5;
/** CSS pixels. */
const arrowStep = 60;

interface LookKeys {
  stage: RefObject<HTMLElement | null>;
  zoom: ZoomView | null;
  /** How many there are. */
  details: number;
  chooseDetail: (number: number | null) => void;
  onMoved: () => void;
  /** Null without light. */
  light: Light | null;
}

/** The keys of the viewer (docs/behaviour/close-look.md, 6). Arrows only while the stage has the focus. */
export function useLookKeys(options: LookKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForSomethingElse(event)) return;
    const isDone = event.key.startsWith('Arrow') ? moveByArrow(event, options) : act(event.key, options);
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function act(key: string, { zoom, details, chooseDetail, onMoved, light }: LookKeys): boolean {
  if (key === '0') return call(() => chooseDetail(null));
  if (/^[1-9]$/.test(key)) return Number(key) <= details && call(() => chooseDetail(Number(key)));
  if (key === 'l' || key === 'L') return light !== null && call(light.toggle);
  const factor = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[key];
  if (factor === undefined || !zoom) return false;
  zoom.zoomBy(factor);
  onMoved();
  return true;
}

function moveByArrow(event: KeyboardEvent, { stage, zoom, onMoved }: LookKeys): boolean {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  const isOnStage = stage.current !== null && document.activeElement === stage.current;
  if (x === undefined || y === undefined || !zoom || !isOnStage) return false;
  zoom.moveBy(x * arrowStep, y * arrowStep);
  onMoved();
  return true;
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || document.querySelector('dialog:modal')) return true;
  return target instanceof Element && target.matches('input, select, textarea') && event.key.startsWith('Arrow');
}

function call(action: () => void): true {
  action();
  return true;
}
