import { isOnSale, type ListingRow } from '#server/features/catalog/catalog.ts';
import {
  endReservations,
  findHold,
  findReservations,
  reserveAfter,
  reserveListing,
  type Turn,
} from '#server/features/holds/holds.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { queueTurnEmail } from './turn-email.ts';
import {
  deleteDueTime,
  deleteEntries,
  selectEntries,
  updateTurn,
  upsertDueTime,
  type WaitingRow,
} from './waiting-list.queries.ts';

/** The `source` of the reservations of waiting lists. */
const source = 'waiting list';

/**
 * Reserves a listing, locked by the caller, for everybody who waits for it: the first has it for `hours` from the moment of the email,
 * then the next. Anybody who is paying at the end of a turn keeps the listing until the hold ends. People whose turn is over leave the
 * list; after the last one the listing is free. With 0 hours no new turn begins; a turn that was announced by email continues. While the
 * listing is reserved for a client, the turns begin when that reservation ends. While the listing is sold, hidden or an edition, no turn
 * runs; when it is on sale again, the first person gets a whole turn.
 */
export async function arrangeTurns(tx: Writer, shop: Shop, listing: ListingRow, hours: number): Promise<void> {
  const { id } = listing;
  const waiting = await removeWhoseTurnIsOver(tx, shop, id);
  if (!isOnSale(listing) || listing.is_unique === 0) {
    for (const entry of waiting) if (entry.turn_until !== null) await updateTurn(tx, entry, null);
    await deleteDueTime(tx, id);
    if (listing.visibility !== 'listed') await reserveAfter(tx, shop, { source, listing, turns: [] });
    return;
  }
  const length = hours * 60 * 60_000;
  const [reservation] = await findReservations(tx, shop, { listingIds: [id] });
  if (reservation && reservation.source !== source) {
    await followClient(tx, shop, { listing, end: reservation.until, waiting, length });
    return;
  }
  const [first, ...others] = waiting;
  if (!first || (hours === 0 && first.turn_until === null)) {
    await deleteDueTime(tx, id);
    if (reservation) await endReservations(tx, shop, [id]);
    return;
  }
  const turns = await firstTurns(tx, shop, { listing, first, length });
  if (hours > 0) turns.push(...turnsAfter(lastEnd(turns), others, length));
  const refused = await reserveListing(tx, shop, { source, listing, turns });
  if (refused) throw new Error(`the listing ${id} cannot be reserved for the people who wait: ${refused.message}`);
  await upsertDueTime(tx, id, turns[0]?.until ?? 0);
}

/** Lets the turns begin when the reservation for a client ends, at `end`. */
async function followClient(
  tx: Writer,
  shop: Shop,
  { listing, end, waiting, length }: { listing: ListingRow; end: number; waiting: WaitingRow[]; length: number },
): Promise<void> {
  const turns = length > 0 ? turnsAfter(end, waiting, length) : [];
  await reserveAfter(tx, shop, { source, listing, turns });
  if (turns.length > 0) await upsertDueTime(tx, listing.id, end);
  else await deleteDueTime(tx, listing.id);
}

/** The turns of these people, one after the other from `begin` (epoch milliseconds), each of `length` milliseconds. */
function turnsAfter(begin: number, people: readonly WaitingRow[], length: number): Turn[] {
  return people.map(({ user_id: userId }, index) => ({ userId, until: begin + (index + 1) * length }));
}

async function removeWhoseTurnIsOver(tx: Writer, shop: Shop, listingId: string): Promise<WaitingRow[]> {
  const now = shop.clock();
  const entries = await selectEntries(tx, listingId);
  const isOver = ({ turn_until }: WaitingRow) => turn_until !== null && turn_until <= now;
  const over = entries.filter(isOver).map((entry) => entry.user_id);
  await deleteEntries(tx, over, [listingId]);
  return entries.filter((entry) => !isOver(entry));
}

/** The turn of the first person, after the hold of anybody else who is paying. The first person gets the email once nobody is paying. */
async function firstTurns(
  tx: Writer,
  shop: Shop,
  { listing, first, length }: { listing: ListingRow; first: WaitingRow; length: number },
): Promise<Turn[]> {
  const { user_id: userId, turn_until: announcedUntil } = first;
  const hold = await findHold(tx, shop, listing.id);
  if (hold && hold.userId !== userId) {
    const until = Math.max(announcedUntil ?? 0, hold.until + length);
    return [hold, { userId, until }];
  }
  if (announcedUntil !== null) return [{ userId, until: announcedUntil }];
  const until = shop.clock() + length;
  await updateTurn(tx, first, until);
  await queueTurnEmail(tx, shop, { userId, listing, until });
  return [{ userId, until }];
}

const lastEnd = (turns: readonly Turn[]) => turns.at(-1)?.until ?? 0;
