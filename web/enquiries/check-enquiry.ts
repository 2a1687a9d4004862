import type { z } from 'zod';
import type { Api } from '#contract/api.ts';

/** Error messages by field name. */
export type EnquiryErrors = Readonly<Record<string, string>>;

/**
 * Validates an enquiry with the contract's schema before it is sent. The schema is loaded on the first submit, because it
 * needs zod; if it cannot be loaded, only the server validates.
 */
export async function checkEnquiry(enquiry: z.input<Api['sendEnquiry']['body']>): Promise<EnquiryErrors> {
  const contract = await import('#contract/enquiries.ts').catch(() => null);
  const checked = contract?.enquiryEndpoints.sendEnquiry.body.safeParse(enquiry);
  if (!checked || checked.success) return {};
  // Reversed, so that the first issue of each field is kept.
  return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}
