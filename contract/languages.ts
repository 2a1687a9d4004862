/** The languages that the texts of the shop are translated to, besides English (docs/translating.md). */
export const translated = ['vi'] as const;

export const languages = ['en', ...translated] as const;

/** A BCP 47 tag. */
export type Language = (typeof languages)[number];

/** What a language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', vi: 'Tiếng Việt' };

/** Where the pages of a language begin: '' for English, which has the addresses without a prefix. */
export const languagePrefix = (language: Language): string => (language === 'en' ? '' : `/${language}`);
