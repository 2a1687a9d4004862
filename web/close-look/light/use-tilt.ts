import { useEffect, useState } from 'react';
import { useReducedMotion } from '../use-reduced-motion.ts';

export type TiltState = 'off' | 'on' | 'refused';

/** Degrees of tilt, from the first position of the phone, that move the light to the edge of the piece. */
const toEdge = 25;
/** Milliseconds without a report after which the device counts as one without a sensor. */
const sensorTimeout = 2_000;

interface Tilt {
  /** Whether this device may have a sensor for it, and its user wants motion. */
  isOffered: boolean;
  state: TiltState;
  toggle: () => void;
}

/**
 * Reports how the device is tilted, once the visitor has asked for it and the device allows it: -1 to 1 from left to right and from top to
 * bottom, 0 as it is held at first. Never with reduced motion (docs/behaviour/close-look.md, 14).
 */
export function useTilt(onTilt: (across: number, down: number) => void): Tilt {
  const [state, setState] = useState<TiltState>('off');
  const still = useReducedMotion();
  const isOffered = useIsTouchDevice() && !still;
  useEffect(() => {
    if (state !== 'on' || !isOffered) return;
    return listen(onTilt, () => setState('refused'));
  }, [state, isOffered, onTilt]);
  const begin = async () => setState((await isAllowed()) ? 'on' : 'refused');
  return {
    isOffered,
    state,
    toggle: () => (state === 'on' ? setState('off') : void begin()),
  };
}

/** Known only in the browser; false in the server's HTML. */
function useIsTouchDevice(): boolean {
  const [isTouch, setTouch] = useState(false);
  useEffect(() => {
    setTouch('DeviceOrientationEvent' in window && window.matchMedia('(pointer: coarse)').matches);
  }, []);
  return isTouch;
}

/** iPhones ask their user; other devices need no permission. */
async function isAllowed(): Promise<boolean> {
  const asking: unknown = Reflect.get(DeviceOrientationEvent, 'requestPermission');
  if (typeof asking !== 'function') return true;
  try {
    return (await asking.call(DeviceOrientationEvent)) === 'granted';
  } catch {
    return false;
  }
}

function listen(onTilt: (across: number, down: number) => void, onNone: () => void): () => void {
  let first: { beta: number; gamma: number } | null = null;
  const timer = setTimeout(() => first ?? onNone(), sensorTimeout);
  const follow = ({ beta, gamma }: DeviceOrientationEvent) => {
    if (beta === null || gamma === null) return;
    first ??= { beta, gamma };
    onTilt(limit((gamma - first.gamma) / toEdge), limit((beta - first.beta) / toEdge));
  };
  window.addEventListener('deviceorientation', follow);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('deviceorientation', follow);
  };
}

const limit = (share: number) => Math.min(1, Math.max(-1, share));
