/** The languages that the texts of the shop are translated to, besides English (docs/translating.md). */
export const translated = ['vi'] as const;

export const languages = ['en', ...translated] as const;

/** A BCP 47 tag. */
export type Language = (typeof languages)[number];

/** What a language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', vi: 'Tiếng Việt' };

/** What the paths of a language begin with: '' for English, whose pages have the addresses without a prefix. */
export const languagePrefix = (language: Language): string => (language === 'en' ? '' : `/${language}`);

/** The path that a page has in a language. `path` is that of the English page, and may have a search and a hash. */
export function pathIn(language: Language, path: string): string {
  const prefix = languagePrefix(language);
  return prefix === '' ? path : prefix + path.replace(/^\/(?=$|[?#])/, '');
}

/** The locale of a language for `Intl`. `english`: how English is formatted. */
export const localeIn = (language: Language, english: 'en' | 'en-AU' | 'en-GB' | 'en-US'): string =>
  language === 'en' ? english : language;
