import { type AlertSettings, alertSettingDefaults, alertSettings } from '#contract/alerts.ts';
import type { Section } from './section.ts';

/** The section that says which emails visitors may ask for. */
export const alertSection: Section<AlertSettings> = {
  name: 'alerts',
  noun: 'alert',
  schema: alertSettings,
  defaults: alertSettingDefaults,
  problemsOf: () => [],
};
