/** Where the whole picture lies on the stage, in CSS pixels from the stage's left and upper edge. Parts of it may be outside. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** 1 when the whole picture is shown. */
  zoom: number;
  stage: { width: number; height: number };
}

/** The point of the picture in the middle of the stage, as fractions of the picture's width and height, and the zoom. */
export interface Place {
  x: number;
  y: number;
  zoom: number;
}

/** The share of the stage that the fitted picture may take, by the stage's width in CSS pixels. surface.css has the same margins. */
export const pictureShareOf = (stageWidth: number) => (stageWidth < 700 ? 0.98 : 0.94);

const largestZoom = 12;
/** The greatest width, in CSS pixels, with which one pixel of the picture or scan is drawn. */
const largestPixel = 2;

/**
 * The largest zoom (docs/behaviour/close-look.md, 5). `fittedWidth`: CSS pixels of the whole picture on the stage;
 * `pixels`: the width of the picture or scan.
 */
export function maxZoom(fittedWidth: number, pixels: number): number {
  return Math.max(1, Math.min(largestZoom, (pixels * largestPixel) / fittedWidth));
}

export function placeOf({ x, y, width, height, zoom, stage }: Frame): Place {
  return { x: (stage.width / 2 - x) / width, y: (stage.height / 2 - y) / height, zoom };
}

/** The zoom in words, e.g. "3.5x"; without decimals from 10 on. */
export function zoomText(zoom: number): string {
  const rounded = zoom < 9.95 ? Math.round(zoom * 10) / 10 : Math.round(zoom);
  return `${rounded}x`;
}
