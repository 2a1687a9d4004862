/**
 * How a text stands in the code from the moment its macro is read until a language is written: a string or a template with the English
 * message between characters of Unicode's private area. The bundler, the React Compiler and React Router treat it as any other
 * string (docs/decisions/0060-a-build-for-each-language.md).
 *
 *     ⟨OPEN⟩ kind ⟨SEPARATOR⟩ catalog ⟨SEPARATOR⟩ id ⟨SEPARATOR⟩ level ⟨SEPARATOR⟩ message { ⟨SEPARATOR⟩ name = value } ⟨CLOSE⟩
 *
 * A text with elements or values among the children of an element stands as several children: `start`, the values and elements of
 * its English message in their order, `end`. Inside each of its elements the same, or `level` alone if there is only text.
 */
export const OPEN = '\uE000';
export const SEPARATOR = '\uE001';
export const CLOSE = '\uE002';

/** Matches code that has a marker, also if a program has escaped it. */
export const hasMarker = /[\uE000-\uE002]|\\u\{?e00[0-2]/i;

/** The name that stands for the language of the pages until a language is written. */
export const languageMarker = '__PAGE_LANGUAGE__';

export const kinds = ['text', 'level', 'start', 'end'] as const;
export type Kind = (typeof kinds)[number];

export interface Marker {
  kind: Kind;
  catalog: string;
  id: string;
  /** The English message in ICU syntax; in contract/ as it is in the code. */
  message: string;
  /** For `level`, `start` and `end`: the element of the message in which it stands; empty outside of all. */
  level?: string;
}

/** The beginning of a marker, up to its values. */
export function markerHead({ kind, catalog, id, message, level = '' }: Marker): string {
  return OPEN + [kind, catalog, id, level, message].join(SEPARATOR);
}

export const marker = (one: Marker): string => markerHead(one) + CLOSE;
