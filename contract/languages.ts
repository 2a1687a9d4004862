/** The languages that the texts of the shop are translated to, besides English (docs/translating.md). */
export const translated = ['vi'] as const;

export const languages = ['en', ...translated] as const;

/** A language of the shop as a BCP 47 tag. */
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', vi: 'Tiếng Việt' };

/** The prefix of all paths of a language: '' for English, '/vi' for Vietnamese. */
export const languagePrefix = (language: Language): string => (language === 'en' ? '' : `/${language}`);

/** The path of a page in a language. `path` is that of the English page; it may have a query string and a hash. */
export function pathIn(language: Language, path: string): string {
  const prefix = languagePrefix(language);
  return prefix === '' ? path : prefix + path.replace(/^\/(?=$|[?#])/, '');
}

/** The locale of a language for `Intl`. `english`: the locale for English. */
export const localeIn = (language: Language, english: 'en' | 'en-AU' | 'en-GB' | 'en-US'): string =>
  language === 'en' ? english : language;
