/** The `lang` of an owner's text: `en` if the text has no translation into the language of the page. */
export function fieldLanguage(
  { untranslated }: { untranslated?: readonly string[] | undefined },
  field: string,
): { lang?: 'en' } {
  return untranslated?.includes(field) ? { lang: 'en' } : {};
}
