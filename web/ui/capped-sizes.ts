/**
 * The `sizes` of a picture that is `width` wide, in percent of the window or in rem. On screens with more than two pixels per CSS pixel
 * it asks for less, so that a phone loads at most twice as many pixels as CSS pixels: more are not seen (docs/behaviour/media.md, 12).
 */
export function cappedSizes(width: number, unit: 'vw' | 'rem' = 'vw'): string {
  const at = (density: number) => `${Math.floor((width * 20) / density) / 10}${unit}`;
  return `(min-resolution: 3.01dppx) ${at(4)}, (min-resolution: 2.01dppx) ${at(3)}, ${at(2)}`;
}
