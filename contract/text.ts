import { z } from 'zod';
import { limits } from './limits.ts';

/**
 * How text comes in (CONTRACT.md, Ground rules): NFC, trimmed, no control characters, no lone surrogates, a stated maximum.
 * `required`: the message when it is missing or blank; without it the text may be empty.
 */
export function line(maximum: number, required?: string) {
  return checkedText(maximum, required, /[\p{Cc}\p{Cs}]/u);
}

/** Like `line`, but tabs and line breaks may stand in it. */
export function prose(maximum: number, required?: string) {
  return checkedText(maximum, required, /(?![\n\t])[\p{Cc}\p{Cs}]/u);
}

function checkedText(maximum: number, required: string | undefined, forbidden: RegExp) {
  const text = z
    .string({ error: (issue) => (issue.input === undefined && required ? required : 'This must be text') })
    .overwrite((value) => value.replaceAll('\r\n', '\n').normalize('NFC').trim())
    .max(maximum, `At most ${maximum} characters`)
    .refine((value) => !forbidden.test(value), 'Control characters are not allowed');
  return required ? text.refine((value) => value !== '', required) : text;
}

/** An address that could be delivered to: something@host.tld, no spaces. Kept as typed; compared by `foldText`. */
export function emailAddress(invalid: string, required: string = invalid) {
  return line(limits.email, required).refine((value) => value === '' || isEmailAddress(value), invalid);
}

export function isEmailAddress(value: string): boolean {
  return (
    value.length <= limits.email && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/.test(value)
  );
}

/** How two texts are compared without regard to case, on every engine alike. */
export function foldText(value: string): string {
  return value.normalize('NFC').toLowerCase();
}

/** What an id may be made of: opaque, URL-safe, at most 64 characters (CONTRACT.md, Ground rules). */
const idShape = /^[\w-]{1,64}$/;

/** An id in a body. */
export const id = z
  .string({ error: 'An id is text' })
  .min(1)
  .max(limits.id)
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'This is no id');

/** An id in a path: what cannot be one is looked up as one that nothing has, and answered like that. */
export const pathId = z.string().transform((value) => (idShape.test(value) ? value : 'no-such-id'));

export const moment = z.iso.datetime();
