/** The `lang` of a text of the owner: English where the pages of another language have no translation of it. */
export function fieldLanguage(
  { untranslated }: { untranslated?: readonly string[] | undefined },
  field: string,
): { lang?: 'en' } {
  return untranslated?.includes(field) ? { lang: 'en' } : {};
}
