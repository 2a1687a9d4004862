import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CloseLook } from '#contract/close-look.ts';
import type { ShownView } from '../zoom-view.ts';
import { type Direction, directions, heights, type Lamp, lampFrom, limitLamp } from './lamp.ts';
import type { LightPainter, LightState } from './light-painter.ts';

export interface Light {
  /** Null under even light. */
  lamp: Lamp | null;
  /** In the unit of `Lamp.height`; it is kept under even light. */
  height: number;
  /** The chosen direction of the compass; null when the light was moved elsewhere. */
  direction: Direction | 'even' | null;
  state: LightState;
  choose: (direction: Direction | 'even') => void;
  moveTo: (x: number, y: number) => void;
  setHeight: (height: number) => void;
  /** Turns the light off, or on with light from the left. */
  toggle: () => void;
}

/**
 * The light over the piece, off at first. Its script and photographs are loaded when it is turned on for the first time. `widest`: the
 * greatest width, in pixels, at which photographs are loaded. The directions in `look.lights` may change later.
 */
export function useLight(
  look: CloseLook,
  zoom: ShownView | null,
  host: RefObject<HTMLElement | null>,
  widest = Number.POSITIVE_INFINITY,
): Light {
  const [{ lamp, height, direction }, setLight] = useState<Pick<Light, 'lamp' | 'height' | 'direction'>>({
    lamp: null,
    height: heights.first,
    direction: 'even',
  });
  const { painter, state } = usePainter(look, zoom, host, {
    widest,
    azimuth: lamp === null ? null : azimuthOf(direction),
  });
  useEffect(() => painter?.setLamp(lamp), [painter, lamp]);
  useEffect(() => painter?.setLights(look.lights), [painter, look.lights]);
  const choose = (next: Direction | 'even') =>
    setLight({ height, direction: next, lamp: next === 'even' ? null : lampFrom(next, look, height) });
  return {
    lamp,
    height,
    direction,
    state,
    choose,
    moveTo: (x, y) =>
      setLight((latest) => ({ ...latest, direction: null, lamp: limitLamp({ x, y, height: latest.height }, look) })),
    setHeight: (next) =>
      setLight((latest) => ({ ...latest, height: next, lamp: latest.lamp && { ...latest.lamp, height: next } })),
    toggle: () => choose(lamp ? 'even' : 'w'),
  };
}

const azimuthOf = (direction: Light['direction']) => directions.find(({ id }) => id === direction)?.azimuth ?? 180;

/**
 * The painter of the light. It is opened when the light is turned on for the first time (`azimuth` is not null) and stays open until the
 * zoom closes. After a failure it is opened again when the light is turned on again.
 */
function usePainter(
  look: CloseLook,
  zoom: ShownView | null,
  host: RefObject<HTMLElement | null>,
  { azimuth, widest }: { azimuth: number | null; widest: number },
): { painter: LightPainter | null; state: LightState } {
  const [painter, setPainter] = useState<LightPainter | null>(null);
  const [state, setState] = useState<LightState>('loading');
  const isWanted = azimuth !== null || (painter !== null && state !== 'failed');
  const open = useEffectEvent(async (element: HTMLElement, view: ShownView, signal: AbortSignal) => {
    const firstAzimuth = azimuth ?? 180;
    const { openLightPainter } = await import('./light-painter.ts');
    if (signal.aborted) return;
    const onState = (next: LightState) => signal.aborted || setState(next);
    const opened = openLightPainter({ host: element, zoom: view, look, firstAzimuth, widest, onState });
    signal.addEventListener('abort', () => opened.close());
    setPainter(opened);
  });
  useEffect(() => {
    const element = host.current;
    if (!isWanted || !zoom || !element) return;
    const ended = new AbortController();
    open(element, zoom, ended.signal).catch(() => ended.signal.aborted || setState('failed'));
    return () => {
      ended.abort();
      setPainter(null);
      setState('loading');
    };
  }, [isWanted, zoom, host]);
  return { painter, state };
}
