/** The listing that an enquiry is about. */
export interface EnquiredListing {
  id: string;
  name: string;
}

/** The id of the contact form's first field. */
export const firstFieldId = 'contact-name';

/** The navigation state for a link to /#contact: the form shows the listing, and its first field takes the focus. */
export function enquiryAbout({ id, name }: EnquiredListing): { enquireAbout: EnquiredListing; focusOn: string } {
  return { enquireAbout: { id, name }, focusOn: firstFieldId };
}

/** Parses the listing from a navigation state, which may be any value; null without one. */
export function parseEnquiredListing(navigationState: unknown): EnquiredListing | null {
  const listing = field(navigationState, 'enquireAbout');
  const id = field(listing, 'id');
  const name = field(listing, 'name');
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
