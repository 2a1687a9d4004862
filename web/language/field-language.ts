import type { Translated } from '#contract/page-services.ts';

/** The `lang` of a text of the owner: English where the pages of another language have no translation of it. */
export function fieldLanguage({ untranslated }: Translated, field: string): { lang?: 'en' } {
  return untranslated?.includes(field) ? { lang: 'en' } : {};
}
