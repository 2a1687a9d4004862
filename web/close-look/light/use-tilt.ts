import { useEffect, useState } from 'react';
import { useReducedMotion } from '../use-reduced-motion.ts';

export type TiltState = 'off' | 'on' | 'refused';

/** Degrees of tilt, from the first position of the phone, that move the light to the edge of the piece. */
const toEdge = 25;
/** Milliseconds without a report after which the device counts as one without a sensor. */
const sensorTimeout = 2_000;

interface Tilt {
  /** Whether this device may have a tilt sensor, and its user has not asked for reduced motion. */
  isOffered: boolean;
  state: TiltState;
  toggle: () => void;
}

/**
 * Calls `onTilt` with the tilt of the device, once the visitor has asked for it and the device allows it: from -1 to 1, left to right and
 * top to bottom; 0 is the position in which the device was first held. Never with reduced motion (docs/behaviour/close-look.md, 14).
 */
export function useTilt(onTilt: (across: number, down: number) => void): Tilt {
  const [state, setState] = useState<TiltState>('off');
  const isMotionReduced = useReducedMotion();
  const isOffered = useIsTouchDevice() && !isMotionReduced;
  useEffect(() => {
    if (state !== 'on' || !isOffered) return;
    return listen(onTilt, () => setState('refused'));
  }, [state, isOffered, onTilt]);
  const begin = async () => setState((await askPermission()) ? 'on' : 'refused');
  return {
    isOffered,
    state,
    toggle: () => (state === 'on' ? setState('off') : void begin()),
  };
}

/** Whether this is a touch device that may report its tilt. Only the browser knows: false in the server's HTML. */
function useIsTouchDevice(): boolean {
  const [isTouch, setTouch] = useState(false);
  useEffect(() => {
    setTouch('DeviceOrientationEvent' in window && window.matchMedia('(pointer: coarse)').matches);
  }, []);
  return isTouch;
}

/** Asks the user for the permission to read the tilt, which only iPhones require. Resolves to whether it can be read. */
async function askPermission(): Promise<boolean> {
  const requestPermission: unknown = Reflect.get(DeviceOrientationEvent, 'requestPermission');
  if (typeof requestPermission !== 'function') return true;
  try {
    return (await requestPermission.call(DeviceOrientationEvent)) === 'granted';
  } catch {
    return false;
  }
}

/** Returns a function that stops listening. Calls `onNoSensor` if the device does not report within `sensorTimeout`. */
function listen(onTilt: (across: number, down: number) => void, onNoSensor: () => void): () => void {
  let first: { beta: number; gamma: number } | null = null;
  const timer = setTimeout(() => first ?? onNoSensor(), sensorTimeout);
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
