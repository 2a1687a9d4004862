import { type Language, translated } from '#contract/languages.ts';
import { readPoFile } from './po-file.ts';

/**
 * Returns a text in a language with its placeholders filled in. `english` is written where it is used, as a literal, so that
 * `npm run extract` finds it; a text without a translation stays English. Placeholders are `{name}`, also in translations.
 */
export type Say = (english: string, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the server's own files (locales/…/server.po). */
export function sayIn(language: Language): Say {
  const texts = serverTexts.get(language);
  return (english, values = {}) => fillIn(texts?.get(english) ?? english, values);
}

/**
 * A finished English text of contract/ in a language: a failure's message or that of a schema, with its values filled in.
 * The values stay as they are. Texts that are not from contract/ are returned unchanged.
 */
export function translateContractText(text: string, language: Language): string {
  const texts = contractTexts.get(language);
  const exact = texts?.get(text);
  if (!texts || exact !== undefined) return exact ?? text;
  for (const { pattern, names, translation } of patternsOf(language, texts)) {
    const values = pattern.exec(text)?.slice(1);
    if (values) return fillIn(translation, Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  }
  return text;
}

/** Translations by the English text. */
type Texts = ReadonlyMap<string, string>;

const serverTexts = new Map<Language, Texts>(translated.map((language) => [language, readTexts(language, 'server')]));
const contractTexts = new Map<Language, Texts>(
  translated.map((language) => [language, readTexts(language, 'contract')]),
);

function readTexts(language: Language, name: string): Texts {
  return new Map(readPoFile(language, name).map(({ english, translation }) => [english, translation]));
}

interface Pattern {
  pattern: RegExp;
  names: string[];
  translation: string;
}

const patterns = new Map<Language, Pattern[]>();

/** Texts with placeholders as patterns of what they become, those with the most words first. */
function patternsOf(language: Language, texts: Texts): Pattern[] {
  const known = patterns.get(language);
  if (known) return known;
  const found = [...texts]
    .filter(([english]) => placeholder.test(english))
    .sort(([one], [other]) => other.length - one.length)
    .map(([english, translation]) => ({
      pattern: new RegExp(`^${english.split(placeholder).map(asPattern).join('')}$`, 's'),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      translation,
    }));
  patterns.set(language, found);
  return found;
}

/** Splits a text into words and placeholders. */
const placeholder = /(\{\w+\})/;

const asPattern = (part: string) =>
  placeholder.test(part) ? '(.+?)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const fillIn = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
