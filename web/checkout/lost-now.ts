import type { ListingEvent } from '#contract/catalog.ts';
import type { UnavailablePiece } from '#contract/checkout.ts';
import type { Hold } from './use-hold.ts';

/**
 * What the page shows after an event: the reasons of lost pieces follow it. A hold that was got meanwhile stays: the
 * stream tells of one's own, too, and may do so right behind the answer that gave it.
 */
export function holdAfter(hold: Hold, event: ListingEvent): Hold {
  if (hold.phase !== 'lost') return hold;
  const pieces = lostAfter(hold.pieces, event);
  return pieces === 'ask' || pieces === hold.pieces ? hold : { phase: 'lost', pieces };
}

/**
 * The lost pieces after an event: the same array when it says nothing new about them, 'ask' when one of them may be
 * had again.
 */
export function lostAfter(
  pieces: readonly UnavailablePiece[],
  { listingId, state, until }: ListingEvent,
): readonly UnavailablePiece[] | 'ask' {
  const lost = pieces.find((piece) => piece.listingId === listingId);
  if (!lost) return pieces;
  if (state === 'available') return 'ask';
  const reason = state === 'reserved' ? 'held' : state === 'sold' ? 'sold' : 'discontinued';
  if (reason === lost.reason && until === lost.until) return pieces;
  const { until: before, ...piece } = lost;
  const now: UnavailablePiece = { ...piece, reason, ...(reason === 'held' && until !== undefined && { until }) };
  return pieces.map((other) => (other === lost ? now : other));
}

/** When the first of the holds of others ends, in epoch milliseconds; null without any. */
export function firstEndOf(pieces: readonly UnavailablePiece[]): number | null {
  const ends = pieces.flatMap(({ reason, until }) => (reason === 'held' && until ? [Date.parse(until)] : []));
  return ends.length > 0 ? Math.min(...ends) : null;
}
