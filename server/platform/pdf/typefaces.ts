import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { normalizeText } from '#contract/normalize-text.ts';

/**
 * The font files of each typeface, one for each script. They are static fonts: fontkit cannot subset the variable WOFF2 files of
 * the website.
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

/** Used for letters that a typeface lacks. */
const fallbackFiles = ['noto-serif-display-cyrillic-400-normal', 'noto-serif-display-greek-400-normal'];

/**
 * Chinese, Japanese and Korean, in one file for all typefaces (docs/decisions/0055-tagged-papers-and-their-fonts.md). It is large, so it
 * is stored compressed and opened only for a letter that no other file has.
 */
const eastAsianFile = 'noto-sans-cjk-400-normal';

export type Typeface = keyof typeof files;

/** Consecutive letters that are in the same font file. */
export interface Run {
  fontName: string;
  text: string;
}

/** A box, shown for a letter that no file has. It is in the file of the East Asian letters. */
const replacement = '□';

const opened = new Map<string, Font>();

/** Opens a font once for the process, because that takes longer than an invoice. */
export function openFont(fontName: string): Font {
  const known = opened.get(fontName);
  if (known) return known;
  const font = create(readFont(fontName));
  opened.set(fontName, font);
  // None of its glyphs is a part of another one.
  if (fontName === eastAsianFile) return font;
  // fontkit stores with a glyph the letter for which it was loaded first. A glyph that is first loaded as a part of another one (the e of
  // ê) would get no letter, and later invoices would not be searchable for it.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

function readFont(fontName: string): Buffer {
  const read = (ending: string) => readFileSync(new URL(`./fonts/${fontName}.${ending}`, import.meta.url));
  return fontName === eastAsianFile ? brotliDecompressSync(read('otf.br')) : read('ttf');
}

/**
 * Splits text into runs of one font file each, so that names in several scripts may be in one line. Leaves out emoji and combining marks
 * that no file has.
 */
export function runsOf(text: string, face: Typeface): Run[] {
  const runs: Run[] = [];
  for (const character of normalizeText(text, 'NFC')) {
    const fontName = fontFor(character, face);
    if (fontName === null && isDispensable(character)) continue;
    const last = runs.at(-1);
    const name = fontName ?? eastAsianFile;
    const shown = fontName === null ? replacement : character;
    if (last?.fontName === name) last.text += shown;
    else runs.push({ fontName: name, text: shown });
  }
  return runs;
}

/** Caches the font file of each letter, by typeface. */
const fontCache: Record<Typeface, Map<string, string | null>> = {
  text: new Map(),
  strong: new Map(),
  display: new Map(),
  title: new Map(),
};

function fontFor(character: string, face: Typeface): string | null {
  const found = fontCache[face];
  const known = found.get(character);
  if (known !== undefined) return known;
  const fontName = searchFont(character, face);
  if (found.size < 5_000) found.set(character, fontName);
  return fontName;
}

function searchFont(character: string, face: Typeface): string | null {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const fontName of [...files[face], ...fallbackFiles]) {
    if (openFont(fontName).hasGlyphForCodePoint(codePoint)) return fontName;
  }
  if (isDispensable(character)) return null;
  return openFont(eastAsianFile).hasGlyphForCodePoint(codePoint) ? eastAsianFile : null;
}

const isDispensable = (character: string) =>
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{C}\u{1F1E6}-\u{1F1FF}]/u.test(character);
