import type { Reader } from '#server/platform/database/database.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';
import type { Shop } from '#server/shop.ts';
import { isListingIdTaken } from './catalog.queries.ts';

const suffixLetters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * An id made from the name, with a random suffix where that is taken, also by a deleted listing to which an order, a certificate, a
 * condition report or a private link refers.
 */
export async function newListingId(reader: Reader, shop: Shop, name: string): Promise<string> {
  const slug = slugOf(name) || 'piece';
  if (!(await isListingIdTaken(reader, slug))) return slug;
  for (;;) {
    const candidate = `${slug}-${suffix(shop)}`;
    if (!(await isListingIdTaken(reader, candidate))) return candidate;
  }
}

/** "Sơn mài, đỏ" → "son-mai-do"; at most 56 characters. */
export function slugOf(name: string): string {
  return foldDiacritics(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 56)
    .replace(/^-+|(?<!-)-+$/g, '');
}

function suffix(shop: Shop): string {
  return [...shop.randomBytes(4)].map((byte) => suffixLetters[byte % suffixLetters.length]).join('');
}
