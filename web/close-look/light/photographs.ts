import type { Image } from '#contract/catalog.ts';
import type { LightPhotograph } from '#contract/close-look.ts';

/** The largest width of a photograph, in pixels: enough for the screen, but not more, because all of them are in memory at once. */
export const widestOn = (isPhone: boolean) => (isPhone ? 1_280 : 2_048);

/** From this elevation on, in degrees, a light counts as one from above. */
const fromAbove = 60;

/** Where the lights stand, in degrees. `index` is that of the light's photograph in the list of photographs. */
export interface Rig {
  /** The lights around the piece, sorted by azimuth; all lights if every one counts as one from above. */
  circle: { azimuth: number; elevation: number; index: number }[];
  /** The highest of the lights from above; null if there is none, or if they are all in `circle`. */
  above: { elevation: number; index: number } | null;
}

export function rigOf(lights: readonly LightPhotograph[]): Rig {
  const all = lights.map(({ azimuth, elevation }, index) => ({ azimuth: withinTurn(azimuth), elevation, index }));
  const around = all.filter(({ elevation }) => elevation < fromAbove);
  const circle = (around.length > 0 ? around : all).toSorted((one, other) => one.azimuth - other.azimuth);
  const [highest] = all
    .filter((light) => !circle.includes(light))
    .sort((one, other) => other.elevation - one.elevation);
  return { circle, above: highest ?? null };
}

/** The index of the photograph whose light stands nearest to this azimuth (degrees), of those around the piece. */
export function nearestTo(azimuth: number, lights: readonly LightPhotograph[]): number {
  return inOrderFrom(azimuth, lights)[0] ?? 0;
}

/**
 * The indexes of the photographs that the light needs, in the order of loading: the two whose lights are nearest to this azimuth (degrees),
 * the highest one from above, the rest. Other photographs from above are not needed.
 */
export function inOrderFrom(azimuth: number, lights: readonly LightPhotograph[]): number[] {
  const { circle, above } = rigOf(lights);
  const nearest = circle
    .map((light) => ({ ...light, distance: Math.abs(withinTurn(light.azimuth - azimuth + 180) - 180) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ index }) => index);
  return [...nearest.slice(0, 2), ...(above ? [above.index] : []), ...nearest.slice(2)];
}

/** The same direction in degrees from 0 to below 360. */
const withinTurn = (degrees: number) => ((degrees % 360) + 360) % 360;

/** The width that all photographs are loaded with, so that they fit each other: at most `limit` pixels. */
export function commonWidth(images: readonly Image[], limit: number): number {
  return Math.min(limit, ...images.map((image) => fileOf(image, limit).width || limit));
}

/**
 * The file of an image to load: the widest WebP variant of at most `limit` pixels. It is the original instead if that is at most `limit`
 * pixels wide and wider than the variant by more than a quarter, or if there is no such variant.
 */
export function fileOf({ url, width, variants }: Image, limit: number): { url: string; width: number } {
  const widestVariant = variants.filter((variant) => variant.type === 'image/webp' && variant.width <= limit).at(-1);
  const isSharper = width > 0 && width <= limit && width > 1.25 * (widestVariant?.width ?? 0);
  return widestVariant && !isSharper ? widestVariant : { url, width };
}

/** Loads a photograph as a bitmap of exactly this size in pixels. Rejects if it cannot be loaded. */
export async function loadPhotograph(
  image: Image,
  size: { width: number; height: number },
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const response = await fetch(fileOf(image, size.width).url, { signal });
  if (!response.ok) throw new Error(`A photograph of the light could not be loaded: HTTP status ${response.status}`);
  const bitmap = await createImageBitmap(await response.blob());
  if (bitmap.width === size.width && bitmap.height === size.height) return bitmap;
  const resized = await createImageBitmap(bitmap, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  });
  bitmap.close();
  return resized;
}
