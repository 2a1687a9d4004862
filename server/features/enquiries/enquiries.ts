import { placeName } from '#contract/country-names.ts';
import { type DeliveryPlace, deliveryPlace } from '#contract/delivery-place.ts';
import { type Enquiry, enquiry as enquiryShape } from '#contract/enquiries.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import { findConfirmedEmail, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { callerNetwork, countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findListingNames } from '#server/features/catalog/catalog.ts';
import type { EmailKind, EmailParts } from '#server/features/mail/mail.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteEnquiriesFrom,
  type EnquiryList,
  type EnquiryRow,
  insertEnquiry,
  lockEnquiry,
  selectEnquiries,
  selectEnquiriesOf,
  updateDone,
} from './enquiries.queries.ts';

export interface NewEnquiry {
  name: string;
  email: string;
  subject?: string | undefined;
  message: string;
  /** The listing it is about. Ignored if no listing has this id. */
  listingId?: string | undefined;
  /** Further listings. Those that are unknown are ignored. */
  listingIds?: readonly string[] | undefined;
  /** Where they are to be delivered. */
  place?: DeliveryPlace | undefined;
  /** The signed-in sender; null for a visitor. */
  userId: string | null;
}

/** Per address; `window` in milliseconds. */
const rateLimit = { limit: 20, window: 10 * 60_000 };

/**
 * Stores a visitor's message and emails it to every admin, with the visitor as Reply-To. Refuses (429) more than 20 messages in
 * 10 minutes from one address.
 */
export function sendEnquiry(shop: Shop, enquiry: NewEnquiry, address: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const subject = `enquiry address:${callerNetwork(address)}`;
    const limited = await countAttempt(tx, shop, [{ subject, ...rateLimit }]);
    if (limited) return limited;
    const row = await newRow(tx, shop, enquiry);
    await insertEnquiry(tx, row);
    await queueOwnerEmails(tx, shop, {
      kind: 'admin: enquiry',
      ...enquiryEmailOf(shop, present(row)),
      replyTo: row.email,
    });
    return null;
  });
}

export async function listEnquiries(
  shop: Shop,
  request: EnquiryList,
): Promise<{ enquiries: Enquiry[]; total: number; unread: number }> {
  const { rows, total, unread } = await selectEnquiries(shop.database.read, request);
  return { enquiries: rows.map(present), total, unread };
}

/** The enquiries of an account, the newest first: sent while signed in, or from its email if that is confirmed. */
export async function listEnquiriesOf(reader: Reader, userId: string): Promise<Enquiry[]> {
  return (await selectEnquiriesOf(reader, userId, await findConfirmedEmail(reader, userId))).map(present);
}

/**
 * Deletes the enquiries that a person sent while signed in, or from their email if that is confirmed: an account with another
 * person's address cannot delete that person's enquiries. Each admin has got them as an email.
 */
export function deleteEnquiriesOf(
  tx: Writer,
  person: { id: string; email: string; email_confirmed_at: number | null },
): Promise<void> {
  return deleteEnquiriesFrom(tx, person.id, person.email_confirmed_at === null ? null : person.email);
}

/** Marks an enquiry as done; repeating it keeps the first time. Refuses an unknown enquiry (404). */
export async function markEnquiryDone(shop: Shop, adminId: string, id: string): Promise<Enquiry | Refusal> {
  const row = await shop.database.write(async (tx) => {
    const before = await lockEnquiry(tx, id);
    if (!before) return refuse('enquiryNotFound');
    if (before.done_at !== null) return before;
    const after = { ...before, done_at: shop.clock() };
    await updateDone(tx, id, after.done_at);
    await recordChange(tx, shop, { adminId, action: 'enquiry done', subject: id, before: null, after: null });
    return after;
  });
  return isRefusal(row) ? row : present(row);
}

async function newRow(
  tx: Writer,
  shop: Shop,
  { name, email, subject = '', message, listingId, listingIds = [], place, userId }: NewEnquiry,
): Promise<EnquiryRow> {
  const ids = listingId === undefined ? listingIds : [listingId, ...listingIds];
  const pieces = await findListingNames(tx, ids);
  return {
    id: shop.randomBytes(12).toString('hex'),
    name,
    name_folded: foldText(name),
    email,
    email_folded: foldText(email),
    subject,
    subject_folded: foldText(subject),
    message,
    listing_id: pieces[0]?.id ?? null,
    listing_name: pieces[0]?.name ?? null,
    pieces: JSON.stringify(pieces),
    place: place ? JSON.stringify(place) : null,
    created_at: shop.clock(),
    done_at: null,
    user_id: userId,
  };
}

function enquiryEmailOf({ settings }: Shop, enquiry: Enquiry): EmailParts {
  const { pieces, place } = enquiry;
  const lines = [
    { label: 'From', value: enquiry.name },
    { label: 'Email', value: enquiry.email },
    ...pieces.map(({ name }) => ({ label: 'Piece', value: name })),
    ...(place ? [{ label: 'Delivery to', value: placeName(place) }] : []),
  ];
  const about = enquiry.subject || enquiry.listingName || enquiry.name;
  return {
    subject: `Enquiry: ${about}`,
    heading: enquiry.subject || 'A new enquiry',
    paragraphs: [enquiry.message],
    lines,
    button: { label: 'Open the enquiries', href: `${settings.publicUrl}/admin/enquiries` },
  };
}

/** The email about an enquiry with made-up data. */
export function exampleEnquiryEmails(shop: Shop) {
  const piece = { id: 'red-river-moon', name: 'Red River Moon' };
  const enquiry: Enquiry = {
    ...{ id: 'example', name: 'Anna Weber', email: 'anna@example.com', subject: '', place: null },
    ...{ listingId: piece.id, listingName: piece.name, pieces: [piece] },
    ...{ message: 'Could I see this piece before I buy it?', createdAt: '', doneAt: null },
  };
  return { 'admin: enquiry': enquiryEmailOf(shop, enquiry) } satisfies Partial<Record<EmailKind, EmailParts>>;
}

const storedPieces = enquiryShape.shape.pieces;

function present(row: EnquiryRow): Enquiry {
  const pieces = storedPieces.parse(JSON.parse(row.pieces));
  // An enquiry of an earlier version of the shop.
  if (pieces.length === 0 && row.listing_id !== null)
    pieces.push({ id: row.listing_id, name: row.listing_name ?? row.listing_id });
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    listingId: row.listing_id,
    listingName: row.listing_name,
    pieces,
    place: row.place === null ? null : deliveryPlace.parse(JSON.parse(row.place)),
    createdAt: new Date(row.created_at).toISOString(),
    doneAt: row.done_at === null ? null : new Date(row.done_at).toISOString(),
  };
}
