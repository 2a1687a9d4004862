/**
 * The object store cannot be had right now: away, slow, or it refuses what it took before. The door answers 503 with
 * Retry-After. Never says more of a request than its answer: requests carry the shop's keys.
 */
export class StoreAway extends Error {
  readonly statusCode = 503;
}

/** It refuses the shop itself: the keys, the bucket or the region are wrong. */
export class StoreRefuses extends StoreAway {}
