import { t } from '@lingui/core/macro';
import type { Image, ListingEvent } from '#contract/catalog.ts';
import { fromCents, highestPrice, sumPrices } from '#contract/money.ts';
import { canBuy, type ListingStatus, listingStatuses } from '#contract/states.ts';
import { isOwnHold } from './own-holds.ts';

/** A line of the cart as stored in the browser: a listing without its long texts. */
export interface CartLine {
  id: string;
  name: string;
  /** The price that the customer saw, in units of the currency. */
  price: number;
  series: string;
  images: string[];
  /** The first picture; empty if there is none. */
  imageSet: Image[];
  unique: boolean;
  sold: boolean;
  /** A deleted listing counts as discontinued. */
  status: ListingStatus;
  /**
   * Another buyer has it on hold, according to the latest response or live event. Not read from storage: after a reload the server is asked
   * again.
   */
  reserved?: true;
  /** The server has not confirmed yet that its cart contains the line. */
  unsaved?: true;
}

/** The fields of a listing that are needed to add it to the cart. */
export type CartListing = Omit<CartLine, 'unsaved' | 'reserved'> & {
  reserved?: boolean;
  reservedUntil?: string | null;
};

export function cartLineOf(listing: CartListing): CartLine {
  const { id, name, price, series, images, imageSet, unique, sold, status } = listing;
  const isReserved = listing.reserved === true && !isOwnHold(id, listing.reservedUntil ?? null);
  return {
    id,
    name,
    price,
    series,
    images,
    imageSet: imageSet.slice(0, 1),
    unique,
    sold,
    status,
    ...(isReserved && { reserved: true }),
  };
}

/** Returns the line after an event of its listing; the same object if the event is about another listing. */
export function applyEventToLine(line: CartLine, { listingId, state, until }: ListingEvent): CartLine {
  if (line.id !== listingId) return line;
  const { reserved, ...kept } = line;
  const status = state === 'reserved' ? 'available' : state === 'deleted' ? 'discontinued' : state;
  const isReserved = state === 'reserved' && !isOwnHold(listingId, until ?? null);
  return { ...kept, status, sold: status === 'sold', ...(isReserved && { reserved: true }) };
}

/** The label of a line that can no longer be bought; null if it can. */
export function unavailableLabel(line: CartLine): string | null {
  if (line.status === 'sold') return t`SOLD`;
  return canBuy(line) ? null : t`No longer available`;
}

/** The sum of the lines that can still be bought, in units of the currency. */
export function totalOf(lines: readonly CartLine[]): number {
  return sumPrices(lines.filter(canBuy).map(({ price }) => price));
}

/**
 * Parses lines from an untrusted value, e.g. the browser's storage or a navigation state. Skips invalid entries and
 * duplicates.
 */
export function parseLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = new Map<string, CartLine>();
  for (const entry of value) {
    const line = parseLine(entry);
    if (line && !lines.has(line.id)) lines.set(line.id, line);
  }
  return [...lines.values()];
}

export function parseLine(value: unknown): CartLine | null {
  if (!isRecord(value)) return null;
  const { id, name, price } = value;
  if (typeof id !== 'string' || id === '' || typeof name !== 'string') return null;
  if (typeof price !== 'number' || !(price >= 0 && price <= fromCents(highestPrice))) return null;
  const images = Array.isArray(value.images) ? value.images.filter((url) => typeof url === 'string') : [];
  const image = parseImage(Array.isArray(value.imageSet) ? value.imageSet[0] : null) ?? plainImage(images[0]);
  const status =
    listingStatuses.find((known) => known === value.status) ?? (value.sold === true ? 'sold' : 'available');
  return {
    id,
    name,
    price,
    series: textOf(value.series),
    images,
    imageSet: image ? [image] : [],
    unique: value.unique !== false,
    sold: status === 'sold',
    status,
    ...(value.unsaved === true && { unsaved: true }),
  };
}

function parseImage(value: unknown): Image | null {
  if (!isRecord(value) || typeof value.url !== 'string') return null;
  const variants = Array.isArray(value.variants) ? value.variants.filter(isVariant) : [];
  return {
    url: value.url,
    alt: textOf(value.alt),
    width: numberOf(value.width),
    height: numberOf(value.height),
    placeholder: textOf(value.placeholder),
    variants,
  };
}

function plainImage(url: string | undefined): Image | null {
  return url === undefined ? null : { url, alt: '', width: 0, height: 0, placeholder: '', variants: [] };
}

function isVariant(value: unknown): value is Image['variants'][number] {
  if (!isRecord(value)) return false;
  const isKnownType = value.type === 'image/avif' || value.type === 'image/webp';
  return isKnownType && typeof value.width === 'number' && typeof value.url === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}
