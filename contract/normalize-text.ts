/** The most combining marks in a row that a text may have: the limit of the Stream-Safe Text Format (UAX #15). */
const mostMarks = 30;
/** Matches only from the first mark of a run, so that each mark is read once. */
const longRuns = new RegExp(`(?<!\\p{M})\\p{M}{${mostMarks + 1},}`, 'gu');
const fullRun = new RegExp(`\\p{M}{${mostMarks}}(?=\\p{M})`, 'gu');
/** The combining grapheme joiner. It is invisible, and marks are not reordered across it. */
const joiner = '\u034F';

/** Whether more than 30 combining marks follow each other in a text. No language needs so many. Takes linear time. */
export const hasTooManyMarks = (text: string): boolean => text.search(longRuns) !== -1;

/**
 * A text in a normalization form of Unicode. Takes linear time for every text: sorting the combining marks of a run is quadratic in its
 * length, so longer runs are divided first (UAX #15, Stream-Safe Text Process). All code calls this function instead of
 * `String.prototype.normalize` (scripts/check-patterns.ts).
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(longRuns, (run) => run.replace(fullRun, `$&${joiner}`)).normalize(form);
}
