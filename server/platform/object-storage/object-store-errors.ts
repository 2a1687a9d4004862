/**
 * The object store cannot be reached, is too slow, or refuses a request. HTTP answers 503 with Retry-After. The message contains
 * only what the store answered, never the request, because requests carry the shop's keys.
 */
export class ObjectStoreUnavailable extends Error {
  readonly statusCode = 503;
}

/** The object store refuses the shop itself: keys, bucket, region or host are wrong. */
export class ObjectStoreMisconfigured extends ObjectStoreUnavailable {}
