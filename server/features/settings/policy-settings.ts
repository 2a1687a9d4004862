import { type PolicySettings, policyNames } from '#contract/policies.ts';
import { policySettingDefaults, policySettings } from '#contract/settings.ts';
import { parseMarkdown, plainText } from '#server/platform/markdown.ts';
import { refusesRefunds, refusesRefundsMessage } from './refund-words.ts';
import type { Section } from './section.ts';

/** The texts about delivery, returns, privacy and terms, and the days in which buyers can ask for a return. */
export const policySection: Section<PolicySettings> = {
  name: 'policies',
  noun: 'policy',
  schema: policySettings,
  defaults: policySettingDefaults,
  problemsOf: (settings) =>
    policyNames
      .filter((name) => refusesRefunds(plainText(parseMarkdown(settings[name]))))
      .map((path) => ({ path, message: refusesRefundsMessage })),
};
