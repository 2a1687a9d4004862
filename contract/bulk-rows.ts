// Imported by the panel, so without zod.

/** Greatest number of listings that one call changes. */
export const bulkRows = 100;
