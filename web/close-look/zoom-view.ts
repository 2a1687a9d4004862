import OpenSeadragon from 'openseadragon';
import type { Box, CloseLook } from '#contract/close-look.ts';
import { type Frame, maxZoom, type Place, pictureShareOf } from './frame.ts';
import { levelsOf, widestOf } from './zoom-sources.ts';

/** How long a movement of the view takes, in milliseconds. */
const travel = 420;
/** The highest pixel density that is drawn; more costs time and shows no difference. */
const densest = 2;

interface ZoomOptions {
  element: HTMLElement;
  look: Pick<CloseLook, 'image' | 'scan'>;
  /** The file of the picture that the page already shows: it is drawn until sharper ones are loaded. */
  shown: { url: string; width: number; height: number };
  /** Whether movements are jumps (reduced motion). */
  isStill: () => boolean;
  onFirstDrawn: () => void;
  /** Called when the visitor has moved the view by pointer, wheel or touch. Keys and buttons report their movements themselves. */
  onMoved: () => void;
}

/** The part of ZoomView that the light needs. */
export type ShownView = Pick<ZoomView, 'canvas' | 'frame' | 'onDrawn'>;

/** A picture that can be moved and zoomed. `x` and `y` of methods are CSS pixels on the stage. */
export interface ZoomView {
  /** The pixels as they are drawn. */
  readonly canvas: HTMLCanvasElement;
  frame(): Frame;
  /** Calls `listener` after each drawing. Returns an unsubscribe function. */
  onDrawn(listener: () => void): () => void;
  /** Calls `listener` when a movement has ended. Returns an unsubscribe function. */
  onRest(listener: () => void): () => void;
  zoomBy(factor: number, at?: { x: number; y: number }): void;
  moveBy(x: number, y: number): void;
  showWhole(): void;
  showBox(box: Box, immediately?: boolean): void;
  /** Shows a place without animation. */
  showPlace(place: Place): void;
  close(): void;
}

/**
 * Draws the picture, or its scan if there is one, in `element`, and follows pointer, wheel and touch. Resolves when the
 * file that the page already shows is in place; rejects if it cannot be loaded.
 */
export async function openZoom(options: ZoomOptions): Promise<ZoomView> {
  limitDensity();
  const viewer = openViewer(options);
  const control = createControl(viewer, options);
  try {
    await addPictures(viewer, options, control);
  } catch (error) {
    destroy(viewer);
    throw error;
  }
  const { viewport } = viewer;
  const listen = (event: 'update-viewport' | 'animation-finish', listener: () => void) => {
    viewer.addHandler(event, listener);
    return () => viewer.removeHandler(event, listener);
  };
  const removeInput = followInput(viewer, control, options);
  control.setLimits();
  control.showWhole(true);
  return {
    canvas: viewer.drawer.canvas,
    frame: control.frame,
    onDrawn: (listener) => listen('update-viewport', listener),
    onRest: (listener) => listen('animation-finish', listener),
    zoomBy: control.zoomBy,
    moveBy(x, y) {
      if (control.isWhole()) return;
      viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(x, y)), options.isStill());
      viewport.applyConstraints(options.isStill());
    },
    showWhole: () => control.showWhole(options.isStill()),
    showBox: control.showBox,
    showPlace: control.showPlace,
    close() {
      removeInput();
      destroy(viewer);
    },
  };
}

function openViewer({ element, onFirstDrawn }: ZoomOptions): OpenSeadragon.Viewer {
  const gestures = {
    clickToZoom: false,
    dblClickToZoom: false,
    scrollToZoom: false,
    pinchToZoom: true,
    pinchRotate: false,
    dragToPan: true,
    flickEnabled: true,
  };
  const mark = preventInlineStyle();
  const viewer = new OpenSeadragon.Viewer({
    element,
    tabIndex: -1,
    keyboardNavEnabled: false,
    showNavigationControl: false,
    showNavigator: false,
    // A canvas, because the moving light reads its pixels (light-canvas.ts).
    drawer: 'canvas',
    preserveOverlays: true,
    crossOriginPolicy: false,
    // followSize() does this instead, because it keeps a view of the whole picture whole.
    autoResize: false,
    animationTime: travel / 1_000,
    springStiffness: 7,
    visibilityRatio: 0.6,
    minZoomImageRatio: 0.5,
    maxZoomPixelRatio: 100,
    imageLoaderLimit: 6,
    maxImageCacheCount: mostTiles(),
    gestureSettingsMouse: gestures,
    gestureSettingsTouch: gestures,
    gestureSettingsPen: gestures,
  });
  mark.remove();
  viewer.addOnceHandler('tile-drawn', onFirstDrawn);
  return viewer;
}

/** The most tiles in memory, of about 1 MB each. Phones close pages whose canvases need a few hundred megabytes. */
const mostTiles = () => (window.matchMedia('(pointer: coarse)').matches ? 100 : 200);

/** Resolves when the file that the page shows is in place; the sharper ones follow. If the scan fails, the picture takes its place. */
function addPictures(viewer: OpenSeadragon.Viewer, { look, shown }: ZoomOptions, control: Control): Promise<void> {
  const add = (tileSource: string | object, index: number) =>
    new Promise<void>((success, error) => {
      const refuse = () => error(new Error('The picture cannot be loaded'));
      viewer.addTiledImage({ tileSource, index, x: 0, y: 0, width: 1, success: () => success(), error: refuse });
    });
  const addPicture = () => add({ type: 'legacy-image-pyramid', levels: levelsOf(look.image) }, 1);
  const addScan = (address: string) =>
    readScan(address)
      .then((source) => add(source, 1))
      .catch(() => {
        control.limitTo({ ...look, scan: null });
        return addPicture();
      });
  const first = add({ type: 'legacy-image-pyramid', levels: [shown] }, 0);
  // Without sharper pictures the view stays usable.
  (look.scan ? addScan(look.scan.address) : addPicture()).catch(() => undefined);
  return first;
}

/** The scan's IIIF description with our own path as its id: the id in the file may name another host, from which our pages may not load. */
async function readScan(address: string): Promise<object> {
  const answer = await fetch(`${address}/info.json`);
  if (!answer.ok) throw new Error(`The scan cannot be loaded: ${answer.status}`);
  return { ...(await answer.json()), id: address };
}

type Control = ReturnType<typeof createControl>;

/** Creates the movements of the view. They name places in the whole picture, and keep within the limits of the zoom. */
function createControl({ viewport }: OpenSeadragon.Viewer, { look, shown, isStill }: ZoomOptions) {
  const ratio = shown.height / shown.width;
  const stage = () => viewport.getContainerSize();
  const fitted = () => Math.min(1, stage().y / stage().x / ratio) * pictureShareOf(stage().x);
  let pixels = widestOf(look);
  const largest = () => fitted() * maxZoom(fitted() * stage().x, pixels);
  const limit = (zoom: number) => Math.min(Math.max(zoom, fitted()), largest());
  const isWhole = () => viewport.getZoom() <= fitted() * 1.001;
  const show = (x: number, y: number, zoom: number, immediately: boolean) => {
    const height = stage().y / stage().x / zoom;
    viewport.fitBounds(new OpenSeadragon.Rect(x - 0.5 / zoom, y * ratio - height / 2, 1 / zoom, height), immediately);
  };
  const showWhole = (immediately: boolean) => show(0.5, 0.5, fitted(), immediately);
  const setLimits = () => Object.assign(viewport, { minZoomLevel: fitted(), maxZoomLevel: largest() });
  return {
    isWhole,
    showWhole,
    showPlace: ({ x, y, zoom }: Place) => show(x, y, limit(zoom * fitted()), true),
    showBox({ x, y, width, height }: Box, immediately = isStill()) {
      const zoom = Math.min(1 / width, stage().y / stage().x / (height * ratio)) * 0.9;
      show(x + width / 2, y + height / 2, limit(zoom), immediately);
    },
    zoomBy(factor: number, at?: { x: number; y: number }) {
      const zoom = limit(viewport.getZoom() * factor);
      if (zoom <= fitted()) return showWhole(isStill());
      const point = at && viewport.pointFromPixel(new OpenSeadragon.Point(at.x, at.y), true);
      viewport.zoomTo(zoom, point, isStill());
      viewport.applyConstraints(isStill());
    },
    frame(): Frame {
      const corner = viewport.pixelFromPoint(new OpenSeadragon.Point(0, 0), true);
      const width = viewport.getZoom(true) * stage().x;
      const size = { width, height: width * ratio };
      const zoom = viewport.getZoom(true) / fitted();
      return { x: corner.x, y: corner.y, ...size, zoom, stage: { width: stage().x, height: stage().y } };
    },
    /** Sets the limits in the library, which handles pinching itself. */
    setLimits,
    /** Lowers the limit of the zoom to the files that could be loaded, when the scan has failed. */
    limitTo(sharpest: Pick<CloseLook, 'image' | 'scan'>) {
      pixels = widestOf(sharpest);
      setLimits();
      viewport.applyConstraints(true);
    },
  };
}

/** Moves the view by wheel, pointer and touch. Returns a function that stops listening. */
function followInput(viewer: OpenSeadragon.Viewer, control: Control, options: ZoomOptions): () => void {
  const { element, isStill, onMoved } = options;
  const { viewport } = viewer;
  // Done here, because the library skips wheel events that follow each other quickly.
  const followWheel = (event: WheelEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const { left, top } = element.getBoundingClientRect();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    // Pinching on a touchpad arrives as small steps with the control key.
    control.zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0022)), {
      x: event.clientX - left,
      y: event.clientY - top,
    });
    onMoved();
  };
  element.addEventListener('wheel', followWheel, { passive: false, capture: true });
  viewer.addHandler('canvas-double-click', ({ position }) => {
    control.zoomBy(2.5, position);
    onMoved();
  });
  viewer.addHandler('canvas-drag', (event) => {
    // Done here, because the library's own movement lags behind the pointer.
    event.preventDefaultAction = true;
    if (control.isWhole()) return;
    viewport.panBy(viewport.deltaPointsFromPixels(event.delta.negate()), true);
    viewport.applyConstraints(true);
    onMoved();
  });
  viewer.addHandler('canvas-drag-end', (event) => {
    event.preventDefaultAction = control.isWhole() || isStill();
  });
  const restAfterPinch = () => {
    if (control.isWhole()) control.showWhole(true);
  };
  viewer.addHandler('canvas-pinch', onMoved);
  viewer.addHandler('canvas-release', restAfterPinch);
  const observer = new ResizeObserver(() => followSize(viewer, control, element));
  observer.observe(element);
  return () => {
    observer.disconnect();
    element.removeEventListener('wheel', followWheel, { capture: true });
  };
}

/** Fits the view to the new size of the stage: the whole picture is still shown whole, and any other view keeps its part of the picture. */
function followSize(viewer: OpenSeadragon.Viewer, control: Control, { clientWidth, clientHeight }: HTMLElement): void {
  const wasWhole = control.isWhole();
  limitDensity();
  viewer.viewport.resize(new OpenSeadragon.Point(clientWidth, clientHeight));
  control.setLimits();
  if (wasWhole) control.showWhole(true);
  else viewer.viewport.applyConstraints(true);
  viewer.forceRedraw();
}

/** Sets the pixel density in the library, which would also change the zoom if it noticed a change of density by itself. */
function limitDensity(): void {
  Object.assign(OpenSeadragon, {
    pixelDensityRatio: Math.min(densest, window.devicePixelRatio || 1),
    getCurrentPixelDensityRatio: () => OpenSeadragon.pixelDensityRatio,
  });
}

function destroy(viewer: OpenSeadragon.Viewer): void {
  allowDestroying(viewer);
  viewer.destroy();
}

/** To destroy a viewer, the library empties this element by setting `innerHTML`, which the policy of our pages forbids, even with ''. */
function allowDestroying({ overlaysContainer }: OpenSeadragon.Viewer): void {
  Object.defineProperty(overlaysContainer, 'innerHTML', { set: () => overlaysContainer.replaceChildren() });
}

/**
 * The library adds a <style> element to the document, which the policy of our pages forbids, unless it finds the one of an earlier viewer.
 * Returns an element that looks like that one to the library, to be removed afterwards. Browsers do not treat it as a style element,
 * because it belongs to no namespace.
 */
function preventInlineStyle(): Element {
  const mark = document.createElementNS(null, 'style');
  mark.setAttribute('data-openseadragon-mobile-css', '');
  document.head.append(mark);
  return mark;
}
