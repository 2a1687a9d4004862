import type { DeliveryPlace } from '#contract/delivery-place.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import type { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { foldText } from '#contract/text.ts';
import { findConfirmedEmail, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { callerNetwork, countAttempt } from '#server/features/attempts/attempts.ts';
import { findKnownIds, findListingNames } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteEnquiriesFrom,
  type EnquiryList,
  type EnquiryRow,
  insertEnquiry,
  selectEnquiries,
  selectEnquiriesOf,
} from './enquiries.queries.ts';
import { enquiryEmailOf } from './enquiry-emails.ts';
import { presentAll, presentOne } from './present-enquiry.ts';

export { type AnsweredEnquiry, answerEnquiry } from './answer-enquiry.ts';
export { exampleEnquiryEmails } from './enquiry-emails.ts';
export { deleteEnquiry, markEnquiryDone, reopenEnquiry } from './enquiry-states.ts';
export { replyToEnquiry } from './reply-to-enquiry.ts';

export interface NewEnquiry {
  name: string;
  email: string;
  subject?: string | undefined;
  message: string;
  /** The listing that the enquiry is about. Ignored if no listing has this id. */
  listingId?: string | undefined;
  /** Further listings that the enquiry is about. Unknown ids are ignored. */
  listingIds?: readonly string[] | undefined;
  /** The place to which the sender wants the listings delivered. */
  place?: DeliveryPlace | undefined;
  /** What the sender asks for besides an answer. */
  asksFor?: Enquiry['asksFor'] | undefined;
  /** The signed-in sender; null for a visitor. */
  userId: string | null;
  /** The language of the page with the form. */
  language: Language;
  /** True if the caller has checked that the sender may see the listings. Otherwise listings that the sender may not see are ignored. */
  areSeen?: boolean;
}

/** The limit of enquiries from one address; `window` in milliseconds. */
const rateLimit = { limit: 20, window: 10 * 60_000 };

/**
 * Stores a visitor's message and emails it to every owner, with the visitor as Reply-To. Refuses (429) more than 20 messages in 10 minutes
 * from one address.
 */
export function sendEnquiry(shop: Shop, enquiry: NewEnquiry, address: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const subject = `enquiry address:${callerNetwork(address)}`;
    const limited = await countAttempt(tx, shop, [{ subject, ...rateLimit }]);
    if (limited) return limited;
    const row = await newRow(tx, shop, enquiry);
    await insertEnquiry(tx, row);
    const sent = await presentOne(tx, row);
    await queueOwnerEmails(tx, shop, (ownersLanguage) => ({
      kind: 'admin: enquiry',
      ...enquiryEmailOf(shop, ownersLanguage, sent),
      replyTo: row.email,
    }));
    tx.afterCommit(() => {
      for (const { id } of sent.pieces) shop.visits.count(id, 'enquiries');
    });
    return null;
  });
}

export async function listEnquiries(
  shop: Shop,
  request: EnquiryList,
): Promise<{ enquiries: Enquiry[]; total: number; unread: number }> {
  const { rows, total, unread } = await selectEnquiries(shop.database.read, request);
  return { enquiries: await presentAll(shop.database.read, rows), total, unread };
}

/**
 * The enquiries of an account with their answers, the newest first: sent while signed in, or from its email if it is confirmed.
 */
export async function listEnquiriesOf(reader: Reader, userId: string): Promise<Enquiry[]> {
  const rows = await selectEnquiriesOf(reader, userId, await findConfirmedEmail(reader, userId));
  return presentAll(reader, rows);
}

/**
 * Deletes the enquiries, with their answers, that a person sent while signed in, or from their email if that is confirmed: an account with
 * another person's address cannot delete that person's enquiries. Owners still have the emails about them.
 */
export function deleteEnquiriesOf(
  tx: Writer,
  person: { id: string; email: string; email_confirmed_at: number | null },
): Promise<void> {
  return deleteEnquiriesFrom(tx, person.id, person.email_confirmed_at === null ? null : person.email);
}

async function newRow(
  tx: Writer,
  shop: Shop,
  {
    name,
    email,
    subject = '',
    message,
    listingId,
    listingIds = [],
    place,
    asksFor = null,
    userId,
    language,
    areSeen = false,
  }: NewEnquiry,
): Promise<EnquiryRow> {
  const ids = listingId === undefined ? listingIds : [listingId, ...listingIds];
  const known = areSeen ? new Set(ids) : await findKnownIds(tx, shop, userId, ids);
  const listings = await findListingNames(
    tx,
    ids.filter((id) => known.has(id)),
  );
  return {
    id: shop.randomBytes(12).toString('hex'),
    name,
    name_folded: foldText(name),
    email,
    email_folded: foldText(email),
    subject,
    subject_folded: foldText(subject),
    message,
    listing_id: listings[0]?.id ?? null,
    listing_name: listings[0]?.name ?? null,
    pieces: JSON.stringify(listings),
    place: place ? JSON.stringify(place) : null,
    asks_for: asksFor,
    created_at: shop.clock(),
    done_at: null,
    user_id: userId,
    language,
  };
}
