// Every page imports this file, so it must not import zod.

/** The texts about the shop that an owner writes, in the order of the footer. */
export const policyNames = ['delivery', 'returns', 'privacy', 'terms'] as const;
export type PolicyName = (typeof policyNames)[number];

export const policyTitles: Readonly<Record<PolicyName, string>> = {
  delivery: 'Delivery',
  returns: 'Returns',
  privacy: 'Privacy',
  terms: 'Terms',
};

/** The path of the public page of a policy. If the policy has no text, the page is 404. */
export const policyAddress = (name: PolicyName): string => `/policies/${name}`;

/** The Markdown of each text (docs/behaviour/settings.md, 4). An empty text has no page and no link. */
export type PolicyTexts = Record<PolicyName, string>;

export interface PolicySettings extends PolicyTexts {
  /** Days after the delivery in which buyers can ask for a return in their account; 0: no button is shown. */
  returnDays: number;
}
