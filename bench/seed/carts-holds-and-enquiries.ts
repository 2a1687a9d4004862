import { foldText } from '#contract/text.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { EnquiriesTable, UsersTable } from '#server/platform/database/tables.ts';
import type { LoadCustomer } from './customers.ts';
import type { LoadListing } from './listings.ts';
import { waitingUntil } from './orders.ts';
import type { Rows } from './rows.ts';

const minute = 60_000;
const hour = 60 * minute;
const subjects = ['Shipping', 'Frame', 'A commission', 'Visiting the studio', ''];

interface Scene {
  customers: readonly LoadCustomer[];
  pieces: readonly LoadListing[];
  now: number;
}

/** Generates carts, enquiries of the last year, and holds. Sets `heldBy` of the pieces that are held. */
export function* generateCartsHoldsAndEnquiries(
  random: SeededRandom,
  { customers, pieces, now }: Scene,
): Generator<Rows> {
  const free = pieces.filter((listing) => listing.status === 'available' && listing.heldBy === null);
  for (const [index, { row }] of customers.entries()) {
    const wanted = free.length > 0 && random.chance(0.3) ? [random.pick(free), random.pick(free)] : [];
    const added_at = now - random.below(30 * 24) * hour;
    yield {
      cart_entries: [...new Set(wanted)].map(({ id }) => ({ user_id: row.id, listing_id: id, added_at })),
      enquiries: index % 50 === 0 ? [enquiryOf(random, row, pieces[random.below(pieces.length)], now)] : [],
    };
  }
  // One in a hundred of the free pieces is held by a buyer who is paying, besides those with a waiting checkout.
  for (const listing of free.filter(({ isUnique }) => isUnique).slice(0, Math.ceil(free.length / 100)))
    listing.heldBy = random.pick(customers).row.id;
  const [expires_at, first_held_at] = [waitingUntil(now), now - minute];
  for (const { id, heldBy } of pieces)
    if (heldBy !== null) yield { holds: [{ listing_id: id, user_id: heldBy, expires_at, first_held_at }] };
}

/** A customer's message of the last year about a piece. Most are marked as done. */
function enquiryOf(
  random: SeededRandom,
  user: UsersTable,
  listing: LoadListing | undefined,
  now: number,
): EnquiriesTable {
  const at = now - random.below(365 * 24) * hour;
  const subject = random.pick(subjects);
  return {
    id: random.bytes(12).toString('hex'),
    name: user.name,
    name_folded: foldText(user.name),
    email: user.email,
    email_folded: foldText(user.email),
    subject,
    subject_folded: foldText(subject),
    message: 'Is this piece still to be had, and what would it cost to send it to Perth?',
    listing_id: listing?.id ?? null,
    listing_name: listing?.name ?? null,
    pieces: '[]',
    place: null,
    asks_for: null,
    created_at: at,
    done_at: random.chance(0.9) ? Math.min(now, at + random.below(48) * hour) : null,
    user_id: user.id,
    language: 'en',
  };
}
