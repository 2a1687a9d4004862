import { placeName } from '#contract/country-names.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import type { Language } from '#contract/languages.ts';
import {
  addressLineInEmail,
  type EmailKind,
  type EmailParts,
  pageAddress,
  salutation,
} from '#server/features/mail/mail.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';

/** The email that tells owners about a new enquiry. */
export function enquiryEmailOf(shop: Shop, language: Language, enquiry: Enquiry): EmailParts {
  const say = sayIn(language);
  const { name, email, subject, message, listingName, pieces, place, asksFor } = enquiry;
  const lines = [
    { label: say('From'), value: name },
    { label: say('Email'), value: email },
    ...pieces.map((listing) => ({ label: say('Piece'), value: listing.name })),
    ...(place ? [{ label: say('Delivery to'), value: placeName(place, language) }] : []),
    ...(asksFor ? [{ label: say('Asks for'), value: askedForWords[asksFor](say) }] : []),
  ];
  return {
    language,
    subject: say('Enquiry: {about}', { about: subject || listingName || name }),
    heading: subject || say('A new enquiry'),
    paragraphs: [message],
    lines,
    button: { label: say('Open the enquiries'), href: pageAddress(shop, language, '/admin/enquiries') },
  };
}

const askedForWords: Readonly<Record<NonNullable<Enquiry['asksFor']>, (say: Say) => string>> = {
  'condition report': (say) => say('the condition report'),
};

/** The email with the answer to an enquiry. It does not quote the visitor's message, because the address may be somebody else's. */
export function answerEmailOf(
  language: Language,
  { name, subject, listingName, pieces }: Enquiry,
  text: string,
): EmailParts {
  const say = sayIn(language);
  const about = addressLineInEmail(subject) || listingName || say('Your message');
  return {
    language,
    // Mail programs recognise `Re:` in every language.
    subject: /^re:/i.test(about) ? about : `Re: ${about}`,
    heading: say('Our answer'),
    paragraphs: [salutation(say, name), text],
    lines: pieces.map((listing) => ({ label: say('Piece'), value: listing.name })),
  };
}

/** Both emails with made-up data. */
export function exampleEnquiryEmails(shop: Shop) {
  const listing = { id: 'red-river-moon', name: 'Red River Moon' };
  const enquiry: Enquiry = {
    id: 'example',
    name: 'Anna Weber',
    email: 'anna@example.com',
    subject: '',
    place: null,
    asksFor: null,
    listingId: listing.id,
    listingName: listing.name,
    pieces: [listing],
    message: 'Could I see this piece before I buy it?',
    createdAt: '',
    doneAt: null,
    replies: [],
  };
  return {
    'admin: enquiry': enquiryEmailOf(shop, 'en', enquiry),
    'enquiry reply': answerEmailOf('en', enquiry, 'With pleasure. Come by on Friday.'),
  } satisfies Partial<Record<EmailKind, EmailParts>>;
}
