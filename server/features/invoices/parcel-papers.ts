import { formatAbn } from '#contract/abn.ts';
import { countryName } from '#contract/country-names.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { type Cents, toCents } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { type CustomsGap, gapNames, type UndeclaredListing } from '#contract/parcel-papers.ts';
import { isSale } from '#contract/states.ts';
import type { ParcelFacts } from '#server/features/catalog/catalog.ts';
import { findDeliverySettings, findShopFacts, findTaxSettings } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';

/** The pieces that travel together, with what a packing slip says about them. */
export interface Parcel {
  orderId: string;
  /** When the paper is made, epoch milliseconds. */
  at: number;
  sender: string[];
  receiver: string[];
  pieces: ParcelListing[];
  /** Whether other pieces of the order travel separately. */
  isPart: boolean;
  isPickup: boolean;
  /** Telephone and email address of the shop; empty if it has set neither. */
  contact: string;
}

export interface ParcelListing {
  name: string;
  artist: string;
  year: number | null;
  spec: string;
  cents: Cents;
  facts: ParcelFacts | undefined;
}

/** A parcel with the facts that customs ask for. */
export interface Declaration extends Omit<Parcel, 'pieces'> {
  pieces: (ParcelListing & { hsCode: string; origin: string; weightKg: number })[];
  /** The price of the delivery. Null if it costs nothing, or if only a part of the order travels. */
  freightCents: Cents | null;
}

type FactsOf = (listingIds: readonly string[]) => Promise<ReadonlyMap<string, ParcelFacts>>;

/**
 * A parcel of a paid order: the pieces of `shipmentId`, else those that have not been sent, else all. Refused: an unknown shipment
 * (404), an order that is not paid (409). Countries are in `language`.
 */
export async function findParcel(
  shop: Shop,
  order: OrderDetails,
  { shipmentId, factsOf, language }: { shipmentId: string | undefined; factsOf: FactsOf; language: Language },
): Promise<Parcel | Refusal> {
  if (!isSale(order.status)) return refuse('noParcel');
  const ids = travellingIds(order, shipmentId);
  if (!ids) return refuse('shipmentNotFound');
  const facts = await factsOf([...ids]);
  const listings = order.items.filter(({ listingId }) => ids.has(listingId));
  const { email, phone, ...seller } = await findShopFacts(shop.database.read, shop);
  const { registered, abn } = await findTaxSettings(shop.database.read);
  return {
    orderId: order.id,
    at: shop.clock(),
    sender: linesOf([
      seller.legalName || seller.name,
      registered && abn ? `ABN ${formatAbn(abn)}` : '',
      ...placeLines({ ...seller, address: seller.street }, language),
      ...[phone, email],
    ]),
    receiver: linesOf(receiverOf(order, language)),
    pieces: listings.map(({ listingId, price, listing: { name, artist, year, spec } }) => ({
      name,
      artist,
      year,
      spec,
      cents: toCents(price),
      facts: facts.get(listingId),
    })),
    isPart: listings.length < order.items.length,
    isPickup: order.isPickup === true,
    contact: linesOf([phone, email]).join(', '),
  };
}

/** The ids of the listings that travel, as in `findParcel`. Null for an unknown shipment. */
function travellingIds({ items, shipments }: OrderDetails, shipmentId: string | undefined): Set<string> | null {
  if (shipmentId !== undefined) {
    const shipment = shipments.find(({ id }) => id === shipmentId);
    return shipment ? new Set(shipment.listingIds) : null;
  }
  const all = new Set(items.map(({ listingId }) => listingId));
  const unsent = all.difference(new Set(shipments.flatMap(({ listingIds }) => listingIds)));
  return unsent.size > 0 ? unsent : all;
}

const receiverOf = ({ delivery, buyer }: OrderDetails, language: Language) => [
  `${delivery.firstName} ${delivery.lastName}`.trim() || buyer.name,
  ...placeLines(delivery, language),
  ...[delivery.phone || buyer.phone, delivery.email || buyer.email],
];

const placeLines = (
  place: { address: string; city: string; state: string; postcode: string; country: string },
  language: Language,
) => [
  place.address,
  [place.city, place.state, place.postcode].filter(Boolean).join(' '),
  countryName(place.country, language),
];

const linesOf = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

/**
 * What customs ask about a parcel that leaves the country of the shop. HS code and origin of a listing that has none come from the delivery
 * settings. Refused (409): an order that stays in the country or is collected, a shop without an address, and pieces whose HS code or
 * weight is not known, which are in `missing`.
 */
export async function declarationOf(shop: Shop, order: OrderDetails, parcel: Parcel): Promise<Declaration | Refusal> {
  const seller = await findShopFacts(shop.database.read, shop);
  if (parcel.isPickup || order.delivery.country === seller.country) return refuse('noCustoms');
  if (seller.street === '' || seller.city === '') return refuse('customsNeedSender');
  const defaults = await findDeliverySettings(shop.database.read);
  const pieces = parcel.pieces.map((piece) => ({
    ...piece,
    hsCode: piece.facts?.hsCode || defaults.hsCode,
    origin: piece.facts?.origin || defaults.origin || seller.country,
    weightKg: piece.facts?.weightKg ?? 0,
  }));
  const missing = pieces.flatMap((piece): UndeclaredListing[] => {
    const gaps: [CustomsGap, boolean][] = [
      ['hsCode', piece.hsCode === ''],
      ['weightKg', piece.weightKg === 0],
    ];
    const fields = gaps.filter(([, isMissing]) => isMissing).map(([field]) => field);
    const listingId = piece.facts?.id ?? '';
    return fields.length > 0 ? [{ listingId, name: piece.name, fields }] : [];
  });
  if (missing.length > 0) return refuse('customsIncomplete', { pieces: inWords(missing) }, { missing });
  const freightCents = !parcel.isPart && order.deliveryPrice > 0 ? toCents(order.deliveryPrice) : null;
  return { ...parcel, pieces, freightCents };
}

const inWords = (missing: readonly UndeclaredListing[]) =>
  missing.map(({ name, fields }) => `'${name}' (${fields.map((field) => gapNames[field]).join(', ')})`).join(', ');
