import type { ListingRow } from '#server/features/catalog/catalog.ts';
import {
  endReservations,
  findHold,
  findReservations,
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

/** What reserves a listing for the people who wait. */
const source = 'waiting list';

/**
 * Reserves a listing, locked by the caller, for everybody who waits for it: the first has it for `hours` from the moment of the email,
 * then the next. Whoever is paying at the end of a turn keeps the listing until the hold ends. People whose turn is over leave the list;
 * after the last one, or with 0 hours, the listing is free. Does nothing while the listing is sold or kept for a client.
 */
export async function arrangeTurns(tx: Writer, shop: Shop, listing: ListingRow, hours: number): Promise<void> {
  const { id } = listing;
  const waiting = await removeWhoseTurnIsOver(tx, shop, id);
  const [reservation] = await findReservations(tx, shop, { listingIds: [id] });
  const isOurs = reservation?.source === source;
  if (listing.status !== 'available' || listing.is_unique === 0 || (reservation && !isOurs)) {
    await deleteDueTime(tx, id);
    return;
  }
  const [first, ...others] = waiting;
  if (!first || hours === 0) {
    await deleteDueTime(tx, id);
    if (isOurs) await endReservations(tx, shop, [id]);
    return;
  }
  const length = hours * 60 * 60_000;
  const turns = await firstTurns(tx, shop, { listing, first, length });
  for (const { user_id: userId } of others) turns.push({ userId, until: lastEnd(turns) + length });
  const refused = await reserveListing(tx, shop, { source, listing, turns });
  if (refused) throw new Error(`the listing ${id} cannot be kept for who waits: ${refused.message}`);
  await upsertDueTime(tx, id, turns[0]?.until ?? 0);
}

async function removeWhoseTurnIsOver(tx: Writer, shop: Shop, listingId: string): Promise<WaitingRow[]> {
  const now = shop.clock();
  const entries = await selectEntries(tx, listingId);
  const isOver = ({ turn_until }: WaitingRow) => turn_until !== null && turn_until <= now;
  const over = entries.filter(isOver).map((entry) => entry.user_id);
  await deleteEntries(tx, over, [listingId]);
  return entries.filter((entry) => !isOver(entry));
}

/** The turn of the first who waits, after the hold of somebody else who is paying. The first is told when nobody is paying. */
async function firstTurns(
  tx: Writer,
  shop: Shop,
  { listing, first, length }: { listing: ListingRow; first: WaitingRow; length: number },
): Promise<Turn[]> {
  const { user_id: userId, turn_until: told } = first;
  const hold = await findHold(tx, shop, listing.id);
  if (hold && hold.userId !== userId) {
    const until = Math.max(told ?? 0, hold.until + length);
    return [hold, { userId, until }];
  }
  if (told !== null) return [{ userId, until: told }];
  const until = shop.clock() + length;
  await updateTurn(tx, first, until);
  await queueTurnEmail(tx, shop, { userId, listing, until });
  return [{ userId, until }];
}

const lastEnd = (turns: readonly Turn[]) => turns.at(-1)?.until ?? 0;
