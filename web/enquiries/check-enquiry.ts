import type { z } from 'zod';
import type { Api } from '#contract/api.ts';

/** What is wrong, by the field's name. */
export type EnquiryProblems = Readonly<Record<string, string>>;

/**
 * The contract's own rules, before the server is asked. They are fetched when the first message is sent, as they bring
 * their library along; where they cannot be had, the server alone is asked.
 */
export async function checkEnquiry(enquiry: z.input<Api['sendEnquiry']['body']>): Promise<EnquiryProblems> {
  const rules = await import('#contract/enquiries.ts').catch(() => null);
  const checked = rules?.enquiryEndpoints.sendEnquiry.body.safeParse(enquiry);
  if (!checked || checked.success) return {};
  // The first rule a field breaks is the one to say.
  return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}
