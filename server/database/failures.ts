/** The database cannot be had right now: away, locked or overloaded. The door answers 503 with Retry-After. */
export class DatabaseAway extends Error {}

/** The disk is full or failing: nothing was written. The door answers 503 and says so. */
export class DiskFailing extends DatabaseAway {}

/** The start is refused, in one line for the owner. */
export class StartRefused extends Error {}
