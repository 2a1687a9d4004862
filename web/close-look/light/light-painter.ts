import type { CloseLook, LightPhotograph } from '#contract/close-look.ts';
import type { ShownView } from '../zoom-view.ts';
import { type Lamp, pictureUnits, pieceOf } from './lamp.ts';
import { createLightCanvas, type LightCanvas } from './light-canvas.ts';
import { commonWidth, inOrderFrom, loadPhotograph, type Rig, rigOf, widestOn } from './photographs.ts';

/** `still`: there is no WebGL 2, or the WebGL context was lost; the nearest photograph is shown instead. */
export type LightState = 'loading' | 'blended' | 'still' | 'failed';

interface LightPainterOptions {
  /** Its content is replaced by the canvas. */
  host: HTMLElement;
  zoom: ShownView;
  look: CloseLook;
  /** The azimuth in degrees; the photographs nearest to it are loaded first. */
  firstAzimuth: number;
  /** The greatest width, in pixels, at which photographs are loaded. The limit of the device (`widestOn`) may be lower. */
  widest: number;
  onState: (state: LightState) => void;
}

export interface LightPainter {
  /** Null: even light, and nothing is drawn. */
  setLamp(lamp: Lamp | null): void;
  /** The same photographs in the same order, with other directions. */
  setLights(lights: readonly LightPhotograph[]): void;
  close(): void;
}

/**
 * How many photographs are loaded before the first drawing: the picture under even light, the two photographs next to the light, and
 * the one from above, or another one if none is from above.
 */
const neededFirst = 4;

/** Draws the light over the zoom's view, at most once in a frame of the screen. It follows the zoom. */
export function openLightPainter(options: LightPainterOptions): LightPainter {
  const { host, zoom, onState } = options;
  let lamp: Lamp | null = null;
  let rig = rigOf(options.look.lights);
  const open = () => openSession(options, { getRig: () => rig, onReady: () => requestPaint(true) });
  let session = open();
  let isViewNew = true;
  let request = 0;
  const requestPaint = (withView: boolean) => {
    isViewNew ||= withView;
    if (lamp && request === 0) request = requestAnimationFrame(paintNow);
  };
  const paintNow = () => {
    // A drawing may already be requested for this frame.
    cancelAnimationFrame(request);
    request = 0;
    if (!lamp || !session.canvas?.isReady) return;
    if (isViewNew) session.canvas.readView(zoom.canvas);
    isViewNew = false;
    session.canvas.draw(zoom.frame(), lamp);
  };
  // The light is drawn in the same frame as the zoom, so that both move together.
  const stopFollowing = zoom.onDrawn(() => {
    isViewNew = true;
    if (lamp) paintNow();
  });
  const restore = () => {
    session.close();
    session = open();
  };
  const lose = (event: Event) => {
    event.preventDefault();
    onState('still');
  };
  host.addEventListener('webglcontextlost', lose, { capture: true });
  host.addEventListener('webglcontextrestored', restore, { capture: true });
  return {
    setLamp(next) {
      lamp = next;
      requestPaint(false);
    },
    setLights(lights) {
      rig = rigOf(lights);
      if (session.canvas?.isReady) session.canvas.setRig(rig);
      requestPaint(false);
    },
    close() {
      cancelAnimationFrame(request);
      stopFollowing();
      host.removeEventListener('webglcontextlost', lose, { capture: true });
      host.removeEventListener('webglcontextrestored', restore, { capture: true });
      session.close();
    },
  };
}

interface Session {
  canvas: (LightCanvas & { isReady: boolean }) | null;
  close(): void;
}

/** A canvas with its photographs, until the WebGL context is lost or the viewer is closed. */
function openSession(
  { host, look, firstAzimuth, widest, onState }: LightPainterOptions,
  { getRig, onReady }: { getRig: () => Rig; onReady: () => void },
): Session {
  const images = [...look.lights.map(({ image }) => image), look.image];
  const width = commonWidth(images, Math.min(widest, widestOn(isPhone())));
  const photograph = { width, height: Math.round((width * look.image.height) / look.image.width) };
  const element = document.createElement('canvas');
  host.replaceChildren(element);
  const made = createLightCanvas(element, {
    photograph,
    lights: look.lights.length,
    piece: pieceOf(look),
    units: pictureUnits(look),
  });
  const ended = new AbortController();
  const session = {
    canvas: made && Object.assign(made, { isReady: false }),
    close() {
      ended.abort();
      element.remove();
      made?.close();
    },
  };
  if (!session.canvas) {
    onState('still');
    return session;
  }
  const { canvas } = session;
  const apply = () => {
    if (ended.signal.aborted || !canvas.applyPhotographs(getRig())) return;
    canvas.isReady = true;
    onState('blended');
    onReady();
  };
  onState('loading');
  const order = [look.lights.length, ...inOrderFrom(firstAzimuth, look.lights)];
  const load = async (index: number) => {
    const image = images[index];
    if (!image) return;
    const bitmap = await loadPhotograph(image, photograph, ended.signal);
    if (!ended.signal.aborted) canvas.addPhotograph(index, bitmap);
    bitmap.close();
  };
  loadAll(order, load, apply).catch(() => ended.signal.aborted || onState('failed'));
  return session;
}

/** Applies the photographs as soon as the first ones are loaded, and again when all are. */
async function loadAll(order: readonly number[], load: (index: number) => Promise<void>, apply: () => void) {
  await Promise.all(order.slice(0, neededFirst).map(load));
  apply();
  await Promise.all(order.slice(neededFirst).map(load));
  apply();
}

const isPhone = () => window.matchMedia('(pointer: coarse) and (max-width: 63.99rem)').matches;
