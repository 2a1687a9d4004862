import { type WaitingSettings, waitingSettingDefaults, waitingSettings } from '#contract/waiting-list.ts';
import type { Section } from './section.ts';

/** How long a piece that comes back is kept for each person who waits for it. */
export const waitingSection: Section<WaitingSettings> = {
  name: 'waiting-list',
  noun: 'waiting list',
  schema: waitingSettings,
  defaults: waitingSettingDefaults,
  problemsOf: () => [],
};
