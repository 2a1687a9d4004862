import { fittedTo, type Size } from './photo-geometry.ts';

/** A photo that the visitor has chosen. It never leaves the browser. */
export interface OpenPhoto extends Size {
  /** `blob:…`, valid until `closePhoto`. */
  address: string;
}

/**
 * The most pixels of the longer side, which is enough for a screen. A photo of 48 megapixels, as some phones take, needs 190 MB of
 * memory.
 */
const longestSide = 2560;
const jpegQuality = 0.92;

/**
 * Opens a file as a photo that is upright and not larger than needed. Returns null if the browser cannot show the file. Nothing
 * leaves the browser (docs/behaviour/close-look.md, 46).
 */
export async function openPhoto(file: File): Promise<OpenPhoto | null> {
  const original = URL.createObjectURL(file);
  try {
    const picture = await loadPicture(original);
    if (picture === null) return null;
    const size = fittedTo({ width: picture.naturalWidth, height: picture.naturalHeight }, longestSide);
    const scaled = await draw(picture, size);
    return scaled && { address: URL.createObjectURL(scaled), ...size };
  } finally {
    URL.revokeObjectURL(original);
  }
}

export function closePhoto({ address }: OpenPhoto): void {
  URL.revokeObjectURL(address);
}

/** Loads a picture; null if the browser cannot. Not with `decode()`, which would decode a large photo at its full size. */
function loadPicture(address: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(picture.naturalWidth > 0 && picture.naturalHeight > 0 ? picture : null);
    picture.onerror = () => resolve(null);
    picture.src = address;
  });
}

/**
 * Draws a picture at this size, as a JPEG. Browsers turn a photo upright, as its EXIF says, when they draw it. Null if the browser cannot
 * draw it, or does not let its pixels be read.
 */
async function draw(picture: HTMLImageElement, { width, height }: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  try {
    context.drawImage(picture, 0, 0, width, height);
    if (isEmpty(canvas)) return null;
    // JPEG has no transparency.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    return await blobOf(canvas);
  } catch {
    return null;
  }
}

/** Whether nothing was drawn. A file that is broken after its header counts as loaded, but has no pixels. */
function isEmpty(canvas: HTMLCanvasElement): boolean {
  const side = 16;
  const small = document.createElement('canvas');
  Object.assign(small, { width: side, height: side });
  const context = small.getContext('2d');
  context?.drawImage(canvas, 0, 0, side, side);
  const pixels = context?.getImageData(0, 0, side, side).data ?? [];
  return pixels.every((value, index) => index % 4 !== 3 || value === 0);
}

export function blobOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
}
