import type { Language } from '#contract/languages.ts';
import { readPoFile } from './po-file.ts';

/**
 * Returns a text in a language with its placeholders filled in. `english` is written where it is used, as a literal, so that
 * `npm run extract` finds it; a text without a translation stays English. Placeholders are `{name}`, also in translations.
 */
export type Say = (english: string, values?: Readonly<Record<string, string | number>>) => string;

/** Returns the translator of the texts in the server's own files (locales/…/server.po). */
export function sayIn(language: Language): Say {
  const texts = serverTexts.get(language);
  return (english, values = {}) => fillIn(texts?.get(english) ?? english, values);
}

/** Fills in texts that are stored: they stay English, and `translateText` finds their translation when they are shown. */
export const inEnglish: Say = (english, values = {}) => fillIn(english, values);

/**
 * Translates an English text of the shop whose values are filled in already: one that was stored, or one of contract/, such
 * as the message of a failure or of a schema. The values stay as they are. Other texts are returned unchanged.
 */
export function translateText(text: string, language: Language): string {
  return translateWith(allTexts.get(language), text);
}

/** Translates, like `translateText`, each of the sentences that were joined with '. '. */
export const translateSentences = (text: string, language: Language): string =>
  text
    .split('. ')
    .map((sentence) => translateText(sentence, language))
    .join('. ');

/** Translates, like `translateText`, a text that is always one of contract/. */
export function translateContractText(text: string, language: Language): string {
  return translateWith(contractTexts.get(language), text);
}

function translateWith(texts: Texts | undefined, text: string): string {
  const exact = texts?.get(text);
  if (!texts || exact !== undefined) return exact ?? text;
  if (text.length > longestMatched) return text;
  for (const { pattern, names, translation } of patternsOf(texts)) {
    const values = pattern.exec(text)?.slice(1);
    if (values) return fillIn(translation, Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  }
  return text;
}

/** The longest text that is matched with patterns, in characters. On pages that somebody wrote, patterns would take long. */
const longestMatched = 2_000;

/** Translations by the English text. */
type Texts = ReadonlyMap<string, string>;

const serverTexts = whenNeeded((language) => readTexts(language, 'server'));
const contractTexts = whenNeeded((language) => readTexts(language, 'contract'));
/** The texts of both files. If both have a text, the server's translation is used. */
const allTexts = whenNeeded(
  (language) => new Map([...(contractTexts.get(language) ?? []), ...(serverTexts.get(language) ?? [])]),
);

const readTexts = (language: Language, name: string): Texts =>
  new Map(readPoFile(language, name).map(({ english, translation }) => [english, translation]));

/** Reads the texts of a language when one is first needed: most shops have visitors in one language. English has none. */
function whenNeeded(read: (language: Language) => Texts): { get(language: Language): Texts | undefined } {
  const known = new Map<Language, Texts>();
  return {
    get(language) {
      if (language === 'en') return undefined;
      const texts = known.get(language) ?? read(language);
      known.set(language, texts);
      return texts;
    },
  };
}

interface Pattern {
  pattern: RegExp;
  names: string[];
  translation: string;
}

const patterns = new WeakMap<Texts, Pattern[]>();

/** Patterns that match texts with filled-in placeholders, those of the texts with the most other characters first. */
function patternsOf(texts: Texts): Pattern[] {
  const known = patterns.get(texts);
  if (known) return known;
  const found = [...texts]
    .filter(([english]) => placeholder.test(english))
    .sort(([one], [other]) => fixedLength(other) - fixedLength(one))
    .map(([english, translation]) => ({
      pattern: new RegExp(`^${english.split(placeholder).map(asPattern).join('')}$`, 's'),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      translation,
    }));
  patterns.set(texts, found);
  return found;
}

/** Splits a text into placeholders and the parts between them. */
const placeholder = /(\{\w+\})/;

/** The number of characters outside placeholders. */
const fixedLength = (text: string) => text.replaceAll(/\{\w+\}/g, '').length;

const asPattern = (part: string) =>
  placeholder.test(part) ? '(.+?)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const fillIn = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
