import { type DeliveryPlace, deliveryPlace } from '#contract/delivery-place.ts';
import { type Enquiry, enquiry as enquiryShape } from '#contract/enquiries.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type EnquiryRow, type ReplyRow, selectReplies } from './enquiries.queries.ts';

/** The enquiries with their answers, in the given order. */
export async function presentAll(reader: Reader, rows: readonly EnquiryRow[]): Promise<Enquiry[]> {
  const replies = await selectReplies(
    reader,
    rows.map(({ id }) => id),
  );
  const byEnquiry = Map.groupBy(replies, (reply) => reply.enquiry_id);
  return rows.map((row) => present(row, byEnquiry.get(row.id) ?? []));
}

export async function presentOne(reader: Reader, row: EnquiryRow): Promise<Enquiry> {
  return present(row, await selectReplies(reader, [row.id]));
}

/** The listings that the enquiry is about, with the names that they had when it was sent. */
function listingsOf(row: EnquiryRow): Enquiry['pieces'] {
  const listings = enquiryShape.shape.pieces.parse(JSON.parse(row.pieces));
  // An enquiry that an earlier version of the shop stored has at most one listing, in other columns.
  if (listings.length > 0 || row.listing_id === null) return listings;
  return [{ id: row.listing_id, name: row.listing_name ?? row.listing_id }];
}

/** Where the listings are to be delivered; null if the enquiry is not about a delivery. */
function placeOf({ place }: EnquiryRow): DeliveryPlace | null {
  return place === null ? null : deliveryPlace.parse(JSON.parse(place));
}

function present(row: EnquiryRow, replies: readonly ReplyRow[]): Enquiry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    listingId: row.listing_id,
    listingName: row.listing_name,
    pieces: listingsOf(row),
    place: placeOf(row),
    asksFor: enquiryShape.shape.asksFor.parse(row.asks_for),
    createdAt: isoOf(row.created_at),
    doneAt: row.done_at === null ? null : isoOf(row.done_at),
    replies: replies.map(({ id, author, text, created_at }) => ({ id, author, text, createdAt: isoOf(created_at) })),
  };
}

const isoOf = (at: number) => new Date(at).toISOString();
