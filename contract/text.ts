import { z } from 'zod';
import { limits } from './limits.ts';
import { hasTooManyMarks, normalizeText } from './normalize-text.ts';

/**
 * Text on one line: trimmed, normalised to NFC, at most `maximum` characters. Control characters and lone surrogates are
 * refused, invisible characters, which can make a name look like another one, are removed (docs/behaviour/api.md, 8).
 * `required` is the message if the text is missing or blank; without it the text may be empty.
 */
export function line(maximum: number, required?: string) {
  return checkedText(maximum, required, /[\p{Cc}\p{Cs}]/u, invisible);
}

/**
 * Bidirectional controls and characters without width. The joiners (U+200C, U+200D) stay between letters, where Persian
 * and Indic scripts need them.
 */
const invisible =
  /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu;

/** Like `line`, but invisible characters stay, so that the caller can refuse them. */
export function exactLine(maximum: number, required?: string) {
  return checkedText(maximum, required, /[\p{Cc}\p{Cs}]/u);
}

/** Like `line`, but tabs and line breaks are allowed. */
export function prose(maximum: number, required?: string) {
  return checkedText(maximum, required, /(?![\n\t])[\p{Cc}\p{Cs}]/u);
}

/** How many times its maximum a text may have before it is shortened by trimming and normalising. Longer ones are refused unread. */
const rawFactor = 4;

/** The checks are added at once: each method of a schema would copy all that stand before it, and the contract has two hundred texts. */
function checkedText(maximum: number, required: string | undefined, forbidden: RegExp, removed?: RegExp) {
  return z.string({ error: (issue) => (issue.input === undefined && required ? required : 'This must be text') }).check(
    z.maxLength(maximum * rawFactor, { error: `At most ${maximum} characters`, abort: true }),
    z.overwrite((value) => (removed ? value.replace(removed, '') : value)),
    // Removed characters may have stood between marks.
    z.refine((value) => !hasTooManyMarks(value), { error: tooManyMarks, abort: true }),
    z.overwrite((value) => normalizeText(value.replaceAll('\r\n', '\n'), 'NFC').trim()),
    z.maxLength(maximum, `At most ${maximum} characters`),
    z.refine((value) => !forbidden.test(value), 'Control characters are not allowed'),
    ...(required ? [z.refine<string>((value) => value !== '', required)] : []),
  );
}

/** The message about a text with more than 30 combining marks in a row (docs/behaviour/api.md, 8). */
export const tooManyMarks = 'At most 30 accents and other marks may follow each other';

/**
 * An email address of the form name@host.tld without spaces and invisible characters. Stored as typed and compared with
 * `foldText`. `required` is the message if it is missing, `invalid` if it is malformed.
 */
export function emailAddress(invalid: string, required: string = invalid) {
  return exactLine(limits.email, required).refine((value) => value === '' || isEmailAddress(value), invalid);
}

export function isEmailAddress(value: string): boolean {
  return (
    value.length <= limits.email &&
    !/\p{Cf}/u.test(value) &&
    /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/.test(value)
  );
}

/** Case-insensitive form of a text for comparisons, the same on both database engines. */
export function foldText(value: string): string {
  return normalizeText(value, 'NFC').toLowerCase();
}

/** The characters and length of an id (docs/behaviour/api.md, 9). */
export const idShape = /^[\w-]{1,64}$/;

/** An id in a request body, not empty. Refused: more than 64 characters, control characters and lone surrogates. */
export const id = z
  .string({ error: 'An id is text' })
  .min(1)
  .max(limits.id)
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'This is no id');

/** An id in a path. A malformed id becomes one that nothing has, so it is answered like an unknown id. */
export const pathId = z.string().transform((value) => (idShape.test(value) ? value : 'no-such-id'));

export const moment = z.iso.datetime();

/** Whether no value of a list is in it twice. */
export const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
