/** The database cannot be had right now: away, locked or overloaded. The door answers 503 with Retry-After. */
export class DatabaseAway extends Error {}

/** The start is refused, in one line for the owner. */
export class StartRefused extends Error {}
