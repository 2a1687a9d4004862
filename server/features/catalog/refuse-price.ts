import { type Refusal, refuse } from '#contract/errors.ts';
import { priceProblem, toCents } from '#contract/money.ts';
import type { Session } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import type { ListingRow } from './catalog.queries.ts';

/** Who changes listings. */
export interface Editor {
  adminId: string;
  /** Whether this person decides what pieces cost (`setsPrices` of the contract). */
  maySetPrices: boolean;
}

/** The person of a session as an editor. */
export const editorOf = ({ userId, maySetPrices }: Session): Editor => ({ adminId: userId, maySetPrices });

/**
 * Refuses (403) somebody without the right to it to set the price of a listing that is no draft, and to show one that was a draft, with its
 * price. `before` is null for a new listing.
 */
export function refusePricing(
  { maySetPrices }: Editor,
  before: Pick<ListingRow, 'price_cents' | 'visibility'> | null,
  after: Pick<ListingRow, 'price_cents' | 'visibility'>,
): Refusal | null {
  if (maySetPrices || after.visibility === 'draft') return null;
  const isSame = before !== null && before.visibility !== 'draft' && before.price_cents === after.price_cents;
  return isSame ? null : refuse('priceRightNeeded');
}

/** Refuses (400) a price that the shop's currency does not have. `path` is the price's place in the body. */
export function refusePrice(shop: Shop, path: string, price: number): Refusal | null {
  const message = priceProblem(price, shop.settings.currency);
  return message === null ? null : refuseInput(path, message);
}

/** A listing to buy; `price` (not in cents) as the buyer saw it, undefined if the call does not say. */
export interface SeenPrice {
  listingId: string;
  price?: number | undefined;
}

/**
 * Refuses items for which the buyer saw another price than the present one, which is the one that counts (409), and items without a
 * price or with a price that no listing can have (400). Items whose listing is not in `listings` are not checked.
 */
export function refuseChangedPrice(
  shop: Shop,
  items: readonly SeenPrice[],
  listings: readonly ListingRow[],
): Refusal | null {
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  for (const [position, { listingId, price }] of items.entries()) {
    const listing = byId.get(listingId);
    if (!listing || (price !== undefined && toCents(price) === listing.price_cents)) continue;
    const path = `items.${position}.price`;
    if (price === undefined) return refuseInput(path, `Name the price of '${listing.name}' that the buyer saw`);
    return refusePrice(shop, path, price) ?? refuse('priceChanged', { name: listing.name });
  }
  return null;
}

function refuseInput(path: string, message: string): Refusal {
  return { ...refuse('invalidInput', {}, { issues: [{ path, message }] }), message };
}
