import { type SetupSettings, setupSettings } from '#contract/setup.ts';
import type { Section } from './section.ts';

/** Whether owners see the list of what a new shop needs. */
export const setupSection: Section<SetupSettings> = {
  name: 'setup',
  noun: 'setup list',
  schema: setupSettings,
  defaults: { hidden: false },
  problemsOf: () => [],
};
