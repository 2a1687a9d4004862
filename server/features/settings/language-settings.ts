import type { Language } from '#contract/languages.ts';
import { type LanguageSettings, languageSettingDefaults, languageSettings } from '#contract/settings.ts';
import type { Section } from './section.ts';

/** The languages of the shop (docs/behaviour/languages.md). */
export const languageSection: Section<LanguageSettings> = {
  name: 'languages',
  noun: 'language',
  schema: languageSettings,
  defaults: languageSettingDefaults,
  problemsOf: ({ first, shown }) =>
    shown.includes(first) ? [{ path: 'shown', message: 'The first language is shown anyway.' }] : [],
};

/** The languages besides English in which visitors can read the shop. */
export function shownLanguagesOf({ first, shown }: LanguageSettings): Language[] {
  return [first, ...shown].filter((language) => language !== 'en');
}
