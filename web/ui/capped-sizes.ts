/**
 * The `sizes` of a picture that is `percent` of the window wide. On screens with more than two pixels per CSS pixel it asks for less,
 * so that a phone loads at most twice as many pixels as CSS pixels: more are not seen (docs/behaviour/media.md, 12).
 */
export function cappedSizes(percent: number): string {
  const at = (density: number) => `${Math.floor((percent * 2) / density)}vw`;
  return `(min-resolution: 3.01dppx) ${at(4)}, (min-resolution: 2.01dppx) ${at(3)}, ${percent}vw`;
}
