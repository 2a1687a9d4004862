import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/**
 * The shop's faces as print has them (DESIGN_LANGUAGE.md, Type). Each is several files, one per group of letters; the static
 * ones, since the web's variable and woff2 files cannot be cut down by fontkit to the letters that are used.
 */
const files = {
  text: [
    'hanken-grotesk-latin-400-normal',
    'hanken-grotesk-vietnamese-400-normal',
    'hanken-grotesk-latin-ext-400-normal',
  ],
  strong: [
    'hanken-grotesk-latin-600-normal',
    'hanken-grotesk-vietnamese-600-normal',
    'hanken-grotesk-latin-ext-600-normal',
  ],
  display: [
    'noto-serif-display-latin-300-normal',
    'noto-serif-display-vietnamese-300-normal',
    'noto-serif-display-latin-ext-300-normal',
  ],
  title: [
    'noto-serif-display-latin-400-italic',
    'noto-serif-display-vietnamese-400-italic',
    'noto-serif-display-latin-ext-400-italic',
    'noto-serif-display-cyrillic-400-italic',
    'noto-serif-display-greek-400-italic',
  ],
} as const;

/** For letters a face does not have. */
const lastResort = ['noto-serif-display-cyrillic-400-normal', 'noto-serif-display-greek-400-normal'];

export type Typeface = keyof typeof files;

/** Letters in a row that one file has. */
export interface Run {
  fontName: string;
  text: string;
}

/** What stands for a letter that no file has. */
const replacement = '?';

const opened = new Map<string, Font>();

/** Opened once per process: it takes longer than setting an invoice. */
export function openFont(fontName: string): Font {
  const known = opened.get(fontName);
  if (known) return known;
  const font = create(unpackWoff(readFileSync(new URL(`./fonts/${fontName}.woff`, import.meta.url))));
  // A glyph remembers the letter it is first asked for by. Met first as a part of another (the e of ê) it would have none, and
  // the invoices after that could not be searched for it.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  opened.set(fontName, font);
  return font;
}

/** Splits a text among the files of a face. Signs that are no letters (emoji, marks without a letter) fall out. */
export function runsOf(text: string, face: Typeface): Run[] {
  const runs: Run[] = [];
  for (const sign of text.normalize('NFC')) {
    const fontName = fontFor(sign, face);
    const [first] = files[face];
    if (fontName === null && isDispensable(sign)) continue;
    const last = runs.at(-1);
    const name = fontName ?? first;
    const shown = fontName === null ? replacement : sign;
    if (last?.fontName === name) last.text += shown;
    else runs.push({ fontName: name, text: shown });
  }
  return runs;
}

/** Which file has a letter, remembered: every text is mostly the same few dozen. */
const fontsFound: Record<Typeface, Map<string, string | null>> = {
  text: new Map(),
  strong: new Map(),
  display: new Map(),
  title: new Map(),
};

function fontFor(sign: string, face: Typeface): string | null {
  const found = fontsFound[face];
  const known = found.get(sign);
  if (known !== undefined) return known;
  const fontName = searchFont(sign, face);
  if (found.size < 5_000) found.set(sign, fontName);
  return fontName;
}

function searchFont(sign: string, face: Typeface): string | null {
  const codePoint = sign.codePointAt(0) ?? 0;
  for (const fontName of [...files[face], ...lastResort]) {
    if (openFont(fontName).hasGlyphForCodePoint(codePoint)) return fontName;
  }
  return null;
}

const isDispensable = (sign: string) =>
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{C}\u{1F1E6}-\u{1F1FF}]/u.test(sign);
