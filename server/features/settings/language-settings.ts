import { type LanguageSettings, languageSettingDefaults, languageSettings } from '#contract/settings.ts';
import type { Section } from './section.ts';

/** The languages of the shop. Nothing reads them yet. */
export const languageSection: Section<LanguageSettings> = {
  name: 'languages',
  noun: 'language',
  schema: languageSettings,
  defaults: languageSettingDefaults,
  problemsOf: ({ first, shown }) =>
    shown.includes(first) ? [{ path: 'shown', message: 'The first language is shown anyway.' }] : [],
};
