import { parcelFields } from '#contract/collection/piece.ts';
import { type DeliveryOption, type DeliverySettings, type DeliveryZone, pickupOption } from '#contract/delivery.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { type ClassLimits, type Measures, type SizeClass, sizeClassOf } from '#contract/listing-size.ts';
import { asCents, type Cents, formatPrice, fromCents, sumCents, toCents } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import { findKnownIds, findListings, type ListingRow } from '#server/features/catalog/catalog.ts';
import { findReservations } from '#server/features/holds/holds.ts';
import { findDeliverySettings } from '#server/features/settings/settings.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { valuesOf } from '#server/platform/database/record-columns.ts';
import type { Shop } from '#server/shop.ts';
import { zoneOf } from './zones.ts';

export { pickupNameIn, translateDeliveryName, translateOptions } from './delivery-in-language.ts';

/** A listing to deliver, with the price that its buyer pays. */
export type DeliveredListing = Measures & { sizeClass: SizeClass | ''; cents: Cents };

export interface DeliveryQuote {
  options: DeliveryOption[];
  /** Whether the buyer has to ask the shop, because no rate is known for these listings and this place. */
  ask: boolean;
}

/**
 * What it costs to bring these listings to a place, at the prices that the caller pays for them. Refuses (404) a listing that the
 * caller does not know; staff knows all.
 */
export async function quoteDelivery(
  shop: Shop,
  caller: { userId: string; role: Role | null } | null,
  { listingIds, place }: { listingIds: readonly string[]; place: DeliveryPlace },
): Promise<DeliveryQuote | Refusal> {
  const { read } = shop.database;
  const listings = await findListings(read, listingIds, shop.clock());
  const isStaff = caller !== null && caller.role !== null;
  const known = isStaff ? listings : await findKnownIds(read, shop, caller?.userId ?? null, listingIds);
  if (listingIds.some((id) => !listings.has(id) || !known.has(id))) return refuse('listingNotFound');
  const userId = caller?.userId;
  const reservations = userId === undefined ? [] : await findReservations(read, shop, { listingIds, userId });
  const reservedPrices = new Map(reservations.map(({ listingId, cents }) => [listingId, cents]));
  const pieces = [...listings.values()].map((listing) => ({
    ...listing,
    cents: reservedPrices.get(listing.id) ?? toCents(listing.price),
  }));
  return quoteOf(await findDeliverySettings(read), pieces, place);
}

/** What a checkout says about its delivery. */
export interface DeliveryWish {
  deliveryOption?: string | undefined;
  /** The price that the buyer saw, in units of the currency. */
  deliveryPrice?: number | undefined;
}

/**
 * The option that a checkout chose, at today's price; null in a shop that has set up no delivery, and for a checkout that names
 * none in a shop that only offers pickup. Refuses (400) no choice, an option that is not offered for the place, and a place
 * without a price; (409) a price that has changed (docs/behaviour/delivery.md, 9 to 12).
 */
export async function chooseDelivery(
  reader: Reader,
  shop: Shop,
  { listings, place, wish }: { listings: readonly ListingRow[]; place: DeliveryPlace; wish: DeliveryWish },
): Promise<{ id: string; name: string; cents: Cents; packingDays: number; arrivalDays: number } | null | Refusal> {
  const settings = await findDeliverySettings(reader);
  const pieces = listings.map((listing) => ({ ...valuesOf(parcelFields, listing), cents: listing.price_cents }));
  const { options } = quoteOf(settings, pieces, place);
  if (wish.deliveryOption === undefined) {
    if (settings.zones.length === 0) return null;
    return refuse(options.length === 0 ? 'deliveryNotPriced' : 'deliveryNeeded');
  }
  const option = options.find(({ id }) => id === wish.deliveryOption);
  if (!option) return refuse('deliveryNotOffered');
  const { id, name, price, daysTo: arrivalDays } = option;
  if (wish.deliveryPrice !== undefined && toCents(wish.deliveryPrice) !== toCents(price))
    return refuse('deliveryPriceChanged', { price: formatPrice(price, shop.settings.currency) });
  return { id, name, cents: toCents(price), packingDays: settings.packingDays, arrivalDays };
}

/**
 * The options for these pieces, delivery first and pickup last. Without zones and pickup there are no options, and `ask` is false
 * (docs/behaviour/delivery.md, 3 to 6).
 */
export function quoteOf(
  settings: DeliverySettings,
  pieces: readonly DeliveredListing[],
  place: DeliveryPlace,
): DeliveryQuote {
  const { zones, packingDays, pickup, pickupAddress, pickupNote } = settings;
  const zone = zoneOf(zones, place);
  const price = zone ? priceOf(zone, pieces, settings.classes) : null;
  const options: DeliveryOption[] = [];
  if (zone && price !== null) {
    const { id, name, daysFrom, daysTo, insured, note } = zone;
    const days = { daysFrom: packingDays + daysFrom, daysTo: packingDays + daysTo };
    options.push({ id, name, price: fromCents(price), ...days, insured, note });
  }
  if (pickup) {
    const days = { daysFrom: packingDays, daysTo: packingDays };
    const name = `Pickup, ${pickupAddress}`;
    options.push({ id: pickupOption, name, price: 0, ...days, insured: false, note: pickupNote });
  }
  return { options, ask: zones.length > 0 && price === null };
}

/** The rates of all pieces together; null if one of them has none. */
function priceOf(zone: DeliveryZone, pieces: readonly DeliveredListing[], classes: ClassLimits): Cents | null {
  const rates = pieces.map((piece) => {
    const sizeClass = sizeClassOf(piece, classes);
    return sizeClass === 'request' ? null : zone.rates[sizeClass];
  });
  if (!rates.every((rate) => rate !== null)) return null;
  const total = pieces.reduce((sum, { cents }) => sum + cents, 0);
  if (zone.freeOver !== null && total >= toCents(zone.freeOver)) return asCents(0);
  return sumCents(rates.map(toCents));
}
