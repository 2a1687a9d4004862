import { existsSync, readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';

export interface TranslatedText {
  /** The id that Lingui generates from the English text and its context. */
  id: string;
  english: string;
  translation: string;
}

/** The translated texts of locales/<language>/<name>.po; none if there is no such file. */
export function readPoFile(language: string, name: string): TranslatedText[] {
  const file = new URL(`../../locales/${language}/${name}.po`, import.meta.url);
  if (!existsSync(file)) return [];
  const options = { locale: language, sourceLocale: 'en', filename: file.pathname };
  const catalog = formatter().parse(readFileSync(file, 'utf8'), options);
  if (catalog instanceof Promise) throw new TypeError('The parser of PO files must not return a promise.');
  return Object.entries(catalog).flatMap(([id, { message = '', translation = '' }]) =>
    translation === '' ? [] : [{ id, english: message, translation }],
  );
}
