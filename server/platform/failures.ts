/** A resource is temporarily unavailable, locked or overloaded. HTTP answers 503 with Retry-After. */
export class ServiceUnavailable extends Error {}

/** The disk is full or failing, and nothing was written. HTTP answers 503 with a text that says so. */
export class DiskFailure extends ServiceUnavailable {}

/**
 * A process or thread that works for the shop was killed before it answered, in most cases because memory ran out. HTTP answers 503 with a
 * text that says so.
 */
export class ProcessKilled extends ServiceUnavailable {}

/** The process cannot start. The message is one line for the owner. */
export class StartRefused extends Error {}
