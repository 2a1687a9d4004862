// The listings that this tab holds for its own payment. Public data says that a listing is reserved, but not for whom.

/** Stores `{ listingIds, until }`; `until` is in epoch milliseconds of the server's clock. */
const storageKey = 'ownHolds';

export function rememberOwnHold(listingIds: readonly string[], until: number): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ listingIds, until }));
  } catch {
    // Storage is disabled: the own hold then looks like another buyer's.
  }
}

/** Whether the hold on a listing is this tab's own. `reservedUntil`: its end by the public data (ISO 8601); null if that is not known. */
export function isOwnHold(listingId: string, reservedUntil: string | null): boolean {
  try {
    const { listingIds, until }: { listingIds?: unknown; until?: unknown } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    );
    // A later end belongs to a newer hold of another buyer.
    const isOutdated = typeof until !== 'number' || (reservedUntil !== null && Date.parse(reservedUntil) > until);
    return !isOutdated && Array.isArray(listingIds) && listingIds.includes(listingId);
  } catch {
    return false;
  }
}
