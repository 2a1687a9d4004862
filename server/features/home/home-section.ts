import { type HomeSettings, homeSettingDefaults, homeSettings } from '#contract/home.ts';
import type { Section } from '#server/features/settings/settings.ts';

/** The section of the settings with the words and pictures of the home page. */
export const homeSection: Section<HomeSettings> = {
  name: 'home',
  noun: 'home page',
  schema: homeSettings,
  defaults: homeSettingDefaults,
  problemsOf: () => [],
};
