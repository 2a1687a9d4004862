import { keepLimits } from '#contract/limits.ts';
import { isOnSale, type ListingRow } from '#server/features/catalog/catalog.ts';
import {
  endReservations,
  findHold,
  findReservations,
  findTurnLimits,
  lengthOfTurn,
  recordTurn,
  reserveAfter,
  reserveListing,
  type Turn,
} from '#server/features/holds/holds.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { mailboxKey } from '#server/platform/mailbox.ts';
import type { Shop } from '#server/shop.ts';
import { queueFreeEmail, queueTurnEmail } from './turn-email.ts';
import {
  deleteDueTime,
  deleteEntries,
  type EntryRow,
  selectEntries,
  selectWaitingTurns,
  updateTurn,
  upsertDueTime,
  type WaitingRow,
} from './waiting-list.queries.ts';

/** The `source` of the reservations of waiting lists. */
const source = 'waiting list';

/** How many of the people who wait are told that the listing is free for everybody. */
const toldWhenFree = 20;

/**
 * Reserves a listing, locked by the caller, for those who wait for it: the first has it for `hours` from the moment of the email, then
 * the next for half as long (decision 0068). Anybody who is paying at the end of a turn keeps the listing until the hold ends. People
 * whose turn is over leave the list; after the last turn the listing is free, and those who are left are told. With 0 hours no new turn
 * begins; a turn that was announced by email continues. While the listing is reserved for a client, the turns begin when that reservation
 * ends. While the listing is sold, hidden or an edition, no turn runs; when it is on sale again, the first person gets a whole turn.
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
  const since = (await selectWaitingTurns(tx, id))?.begun_at ?? shop.clock();
  const turns = await turnsFromNow(tx, shop, { listing, since, waiting, length });
  const [first] = turns;
  if (!first) {
    await deleteDueTime(tx, id);
    if (reservation) await endReservations(tx, shop, [id]);
    if (hours > 0)
      for (const entry of waiting.slice(0, toldWhenFree))
        await queueFreeEmail(tx, shop, { userId: entry.user_id, listing });
    return;
  }
  const refused = await reserveListing(tx, shop, { source, listing, turns });
  if (refused) throw new Error(`the listing ${id} cannot be reserved for the people who wait: ${refused.message}`);
  await upsertDueTime(tx, id, first.until, since);
}

interface KeptFor {
  listing: ListingRow;
  /** Since when the listing is kept for those who wait, epoch milliseconds. */
  since: number;
  waiting: readonly EntryRow[];
  /** Of the first turn, milliseconds; 0: no new turn begins. */
  length: number;
}

/** The turn that runs or begins now, and those that follow it; none if nobody may have a turn. */
async function turnsFromNow(tx: Writer, shop: Shop, { listing, since, waiting, length }: KeptFor): Promise<Turn[]> {
  const limits = await findTurnLimits(tx, shop, { listingId: listing.id, since });
  const isLast = limits.count >= keepLimits.turn.inARow;
  const running = waiting.find((entry) => entry.turn_until !== null);
  const first = running ?? (length === 0 || isLast ? undefined : await findNext(waiting, limits));
  if (!first) return [];
  const before = running ? limits.count - 1 : limits.count;
  const turns = await firstTurns(tx, shop, { listing, first, length: lengthOfTurn(length, before) });
  const others = waiting.filter((entry) => entry !== first && limits.mayFollow(personOf(entry)));
  const later = isLast ? [] : others.slice(0, keepLimits.turn.inARow - before - 1);
  if (length > 0) turns.push(...turnsAfter(lastEnd(turns), later, { length, before: before + 1 }));
  return turns;
}

async function findNext(
  waiting: readonly EntryRow[],
  limits: Awaited<ReturnType<typeof findTurnLimits>>,
): Promise<EntryRow | undefined> {
  for (const entry of waiting) if (await limits.mayBegin(personOf(entry))) return entry;
  return undefined;
}

const personOf = ({ user_id: userId, network, email }: EntryRow) => ({ userId, network, mailbox: mailboxKey(email) });

/** Lets the turns begin when the reservation for a client ends, at `end`. */
async function followClient(
  tx: Writer,
  shop: Shop,
  { listing, end, waiting, length }: { listing: ListingRow; end: number; waiting: WaitingRow[]; length: number },
): Promise<void> {
  const people = waiting.slice(0, keepLimits.turn.inARow);
  const turns = length > 0 ? turnsAfter(end, people, { length, before: 0 }) : [];
  await reserveAfter(tx, shop, { source, listing, turns });
  if (turns.length > 0) await upsertDueTime(tx, listing.id, end, shop.clock());
  else await deleteDueTime(tx, listing.id);
}

/** The turns of these people, one after the other from `begin` (epoch milliseconds), each half as long as the one before. */
function turnsAfter(
  begin: number,
  people: readonly WaitingRow[],
  { length, before }: { length: number; before: number },
): Turn[] {
  let until = begin;
  return people.map(({ user_id: userId }, index) => {
    until += lengthOfTurn(length, before + index);
    return { userId, until };
  });
}

async function removeWhoseTurnIsOver(tx: Writer, shop: Shop, listingId: string): Promise<EntryRow[]> {
  const now = shop.clock();
  const entries = await selectEntries(tx, listingId);
  const isOver = ({ turn_until }: WaitingRow) => turn_until !== null && turn_until <= now;
  const over = entries.filter(isOver).map((entry) => entry.user_id);
  await deleteEntries(tx, over, [listingId]);
  return entries.filter((entry) => !isOver(entry));
}

/** The turn of this person, after the hold of anybody else who is paying. The person gets the email once nobody is paying. */
async function firstTurns(
  tx: Writer,
  shop: Shop,
  { listing, first, length }: { listing: ListingRow; first: EntryRow; length: number },
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
  await recordTurn(tx, shop, personOf(first), { listingId: listing.id, until });
  await queueTurnEmail(tx, shop, { userId, listing, until });
  return [{ userId, until }];
}

const lastEnd = (turns: readonly Turn[]) => turns.at(-1)?.until ?? 0;
