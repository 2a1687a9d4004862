import type { Enquiry } from '#contract/enquiries.ts';

/**
 * A mailto URL (RFC 6068) that answers an enquiry, with the subject filled in. The subject is for the visitor, so it is English in
 * every language of the panel.
 */
export function replyAddress(
  { email, subject, listingName }: Pick<Enquiry, 'email' | 'subject' | 'listingName'>,
  shopName: string,
): string {
  const about = subject || listingName || `Your message to ${shopName}`;
  const replySubject = /^re:/i.test(about) ? about : `Re: ${about}`;
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(replySubject)}`;
}
