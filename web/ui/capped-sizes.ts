/**
 * The `sizes` attribute of a picture. `width` is in percent of the window's width (`vw`) or in rem. Screens with more than two device
 * pixels per CSS pixel get smaller values, so that they load no more than two pixels per CSS pixel (docs/behaviour/media.md, 12).
 */
export function cappedSizes(width: number, unit: 'vw' | 'rem' = 'vw'): string {
  const at = (density: number) => `${Math.floor((width * 20) / density) / 10}${unit}`;
  return `(min-resolution: 3.01dppx) ${at(4)}, (min-resolution: 2.01dppx) ${at(3)}, ${at(2)}`;
}
