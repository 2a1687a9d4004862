// The panel imports this file, so it must not import zod.

/** The largest number of listings that one call can change. */
export const bulkRows = 100;
