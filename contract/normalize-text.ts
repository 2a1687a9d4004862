/** The most combining marks in a row that a text may have: the limit of the Stream-Safe Text Format (UAX #15). */
const mostMarks = 30;
const runs = /\p{M}+/gu;
const fullRun = new RegExp(`\\p{M}{${mostMarks}}(?=\\p{M})`, 'gu');
/** The combining grapheme joiner. It is invisible, and marks are not reordered across it. */
const joiner = '\u034F';

/**
 * Long texts whose runs are short. They are examined as parts of a body, then as fields, and then normalized; for a megabyte of marks each of
 * these takes as long as the sorting itself.
 */
const examined = new Set<string>();
const longText = 5_000;
const mostExamined = 16;

/** Its first comparison is enough for most runs: a mark has one or two UTF-16 units. */
const isLong = (run: string) => run.length > mostMarks && [...run].length > mostMarks;

/** Whether more than 30 combining marks follow each other in a text. No language needs so many. Takes linear time. */
export function hasTooManyMarks(text: string): boolean {
  if (examined.has(text)) return false;
  for (const [run] of text.matchAll(runs)) if (isLong(run)) return true;
  if (examined.size === mostExamined) examined.clear();
  if (text.length >= longText) examined.add(text);
  return false;
}

/**
 * A text in a normalization form of Unicode. Takes linear time for every text: sorting the combining marks of a run is quadratic in its
 * length, so longer runs are divided first (UAX #15, Stream-Safe Text Process). All code calls this function instead of
 * `String.prototype.normalize` (scripts/check-patterns.ts).
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const divided = examined.has(text)
    ? text
    : text.replace(runs, (run) => (isLong(run) ? run.replace(fullRun, `$&${joiner}`) : run));
  return divided.normalize(form);
}
