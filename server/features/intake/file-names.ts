// What the names of files say about photographs.
import { normalizeText } from '#contract/normalize-text.ts';

/** Names that cameras, phones and messengers give: they say nothing about the piece. */
const cameraName =
  /^(?:_?(?:img|dsc[fn]?|mg|pxl|mvimg|dji|gopr|gx|sam|cimg|vid|photo|image|picture|bild|scan|screenshot|whatsapp image|signal)[\s_-]*(?=[\d(]).*|(?:[plrbs](?=\d{7}$))?\d{4,}|\d[\d\s_.:-]*|\d{3}_\d{4}|[\da-f]{8}-[\da-f-]{27,})$/i;

/** Whether the name, without its extension, comes from a camera. */
export const isCameraName = (stem: string): boolean => cameraName.test(stem.trim());

/** The name without its extension. */
export const stemOf = (fileName: string): string => fileName.replace(/\.[a-z\d]{2,5}$/i, '');

/** The last word of a name, where it says which part or side of the piece a photograph shows, or which version of the photograph it is. */
const viewWord =
  /\s(?:details?|close ?up|back|front|side|verso|recto|left|right|top|signature|signed|framed?|edges?|installed|copy|edited|final)$/i;

/**
 * The name of the piece in a stem: without one number and the words for views at its end, with spaces between words. A number or such a
 * word stays if nothing else would be left. Empty if the stem has nothing but separators.
 */
export function pieceNameOf(stem: string): string {
  let name = normalizeText(stem, 'NFC')
    .replace(/[\s_.()[\]-]+/g, ' ')
    .trim();
  let hasNumber = false;
  for (;;) {
    const shorter: string = name.replace(viewWord, '');
    const number: RegExpExecArray | null =
      hasNumber || shorter !== name ? null : /^(.*?)\s?(?<!\d)(\d{1,3})$/.exec(name);
    const next: string = number ? (number[1] ?? '') : shorter;
    if (next === name || (number && next === '')) return name;
    hasNumber ||= number !== null;
    name = next.trim();
  }
}

/** The name as a title: in a name without any capital letter, each word gets one. */
export function titleOf(name: string): string {
  const spaced = name.replace(/[\s_-]+/g, ' ').trim();
  return /\p{Lu}/u.test(spaced) ? spaced : spaced.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
