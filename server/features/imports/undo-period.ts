/** Milliseconds after an import within which it can be taken back. */
export const undoPeriod = 24 * 3_600_000;
