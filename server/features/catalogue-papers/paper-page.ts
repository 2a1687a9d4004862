import { type PaperSize, paperMillimetres } from '#contract/catalogue-lines.ts';

/** Points in a millimetre. */
export const millimetre = 72 / 25.4;

/** A page in points: its size, the edges of what is drawn on it, and the baseline of its footer. */
export interface Page {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  footer: number;
}

export function pageOf(size: PaperSize): Page {
  const margin = (size === 'a5' ? 14 : 20) * millimetre;
  const width = paperMillimetres[size].width * millimetre;
  const height = paperMillimetres[size].height * millimetre;
  const footer = height - 0.7 * margin;
  return { width, height, left: margin, right: width - margin, top: margin, bottom: footer - 22, footer };
}

/** The largest width and height of a picture, in points, on the cover or on the page of a piece. */
export function pictureBox(place: 'cover' | 'piece', size: PaperSize): { width: number; height: number } {
  const { width, left, right } = pageOf(size);
  return { width: right - left, height: width * (place === 'cover' ? 0.68 : 0.6) };
}
