// Which pieces this window holds for its own payment: the shop says of a piece that it is reserved, never for whom.

/** The end of the hold by listing id, epoch milliseconds by the server's clock. */
const storageKey = 'ownHolds';

export function rememberOwnHold(listingIds: readonly string[], until: number): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ listingIds, until }));
  } catch {
    // Storage is off: an own hold then looks like somebody else's.
  }
}

export function isOwnHold(listingId: string, reservedUntil: string | null): boolean {
  try {
    const { listingIds, until }: { listingIds?: unknown; until?: unknown } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    );
    // Somebody else's that came after it ends later.
    const isOver = typeof until !== 'number' || (reservedUntil !== null && Date.parse(reservedUntil) > until);
    return !isOver && Array.isArray(listingIds) && listingIds.includes(listingId);
  } catch {
    return false;
  }
}
