import type { DeliveryPlace } from '#contract/delivery-place.ts';

export interface EnquiredListing {
  id: string;
  name: string;
}

/** What an enquiry is about: pieces, and where they are to be delivered if that is the question. */
export interface EnquirySubject {
  pieces: readonly EnquiredListing[];
  place: DeliveryPlace | null;
  /** What is asked for besides an answer. */
  asksFor: 'condition report' | null;
}

/** The id of the contact form's first field. */
export const firstFieldId = 'contact-name';

/** The navigation state for a link to /#contact: the form shows the subject, and its first field takes the focus. */
export function enquiryAbout(
  listings: readonly EnquiredListing[],
  { place = null, asksFor = null }: Partial<Omit<EnquirySubject, 'pieces'>> = {},
): { enquireAbout: EnquirySubject; focusOn: string } {
  const pieces = listings.map(({ id, name }) => ({ id, name }));
  return { enquireAbout: { pieces, place, asksFor }, focusOn: firstFieldId };
}

/** Parses the subject from a navigation state, which may be any value; null without one. */
export function parseEnquirySubject(navigationState: unknown): EnquirySubject | null {
  const subject = field(navigationState, 'enquireAbout');
  const listed = field(subject, 'pieces');
  const pieces = Array.isArray(listed) ? listed.flatMap(parseListing) : [];
  const asksFor = field(subject, 'asksFor') === 'condition report' ? 'condition report' : null;
  return pieces.length === 0 ? null : { pieces, place: parsePlace(field(subject, 'place')), asksFor };
}

function parseListing(value: unknown): EnquiredListing[] {
  const [id, name] = [field(value, 'id'), field(value, 'name')];
  return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
}

function parsePlace(value: unknown): DeliveryPlace | null {
  const [country, state, postcode] = [field(value, 'country'), field(value, 'state'), field(value, 'postcode')];
  if (typeof country !== 'string' || typeof state !== 'string' || typeof postcode !== 'string') return null;
  return { country, state, postcode };
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
