import { type LetterSettings, letterSettingDefaults, letterSettings } from '#contract/letters.ts';
import type { Section } from './section.ts';

/** The section that says how emails are signed. */
export const letterSection: Section<LetterSettings> = {
  name: 'letters',
  noun: 'letter',
  schema: letterSettings,
  defaults: letterSettingDefaults,
  problemsOf: () => [],
};
