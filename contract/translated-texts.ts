import { pieceFields } from './collection/piece.ts';
import { namesFor } from './fields/kinds.ts';

/** The kinds of things that have texts of the owner. `shop` has the ids `home`, `policies` and `delivery`. */
export const translatedKinds = ['listing', 'artist', 'series', 'shop'] as const;
export type TranslatedKind = (typeof translatedKinds)[number];

/**
 * The texts that can be translated, by kind, in the order in which the panel shows them. There are further fields, whose names
 * consist of a prefix and a key:
 * - a listing and the home page: `alt:` and the address of the picture, for each picture with an alternative text;
 * - a listing: `detail:` and `detail text:` and the English name, for each detail of its close look; `owner:` and the English words
 *   for its owner;
 * - an artist: `exhibition:` and `exhibition place:` and the English title or place;
 * - the delivery: `zone:` and `zone note:` and the English name or note.
 */
export const translatedFields = {
  listing: namesFor(pieceFields, 'translated'),
  artist: ['summary', 'birthPlace', 'livesIn', 'quote', 'quoteSource', 'biography'],
  series: ['name', 'text'],
  home: ['headline', 'text', 'aboutTitle', 'aboutText', 'contactWords'],
  policies: ['delivery', 'returns', 'privacy', 'terms'],
  delivery: ['pickupNote'],
} as const;

const alike = namesFor(pieceFields, 'alike');

/** Whether a text may stay untranslated, because names and measures are often the same in every language. */
export const isOptional = (field: string): boolean =>
  alike.some((name) => name === field) || field.startsWith('owner:');
