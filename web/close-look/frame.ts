/** What the stage shows: where the whole picture lies on it. CSS pixels from the stage's left and upper edge. */
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

/** The share of the stage that the whole picture may take; the rest is the margin. surface.css has the same margins. */
export const pictureShareOf = (stageWidth: number) => (stageWidth < 700 ? 0.98 : 0.94);

const largestZoom = 12;
/** The most CSS pixels that one pixel of the picture or scan is drawn with. */
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

/** "3.5x", from 10 on without decimals. */
export function zoomText(zoom: number): string {
  const rounded = zoom < 9.95 ? Math.round(zoom * 10) / 10 : Math.round(zoom);
  return `${rounded}x`;
}
