import { z } from 'zod';
import type { Image, Listing } from '#contract/catalog.ts';
import {
  type LabelSize,
  noteOnPrices,
  type PaperKind,
  type PaperLanguage,
  type PaperSize,
  type PiecePrint,
  paperWords,
  printOf,
} from '#contract/catalogue-lines.ts';
import { paperOrder } from '#contract/catalogue-papers.ts';
import { findListed, findListings } from '#server/features/catalog/catalog.ts';
import { findShopFacts, findTaxSettings } from '#server/features/settings/settings.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { PaperRow } from './catalogue-papers.queries.ts';

/** Everything that the drawing process needs, except for the files of the pictures. */
export interface PaperContent {
  kind: PaperKind;
  language: PaperLanguage;
  size: PaperSize;
  labelSize: LabelSize;
  showsPrices: boolean;
  title: string;
  subtitle: string;
  shopName: string;
  /** Street and city of the shop; empty if its settings have neither. */
  place: string;
  /** The sentence about prices below a list; empty in a paper without prices. */
  note: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Null without a picture on the cover. */
  cover: PrintPicture | null;
  pieces: PieceContent[];
}

export interface PieceContent extends PiecePrint {
  /** The address that the QR code leads to; empty without one. */
  url: string;
  /** Null in papers without pictures, and for a piece of which the shop stores no picture. */
  picture: PrintPicture | null;
}

export interface PrintPicture {
  alt: string;
  /** Pixels of the original. */
  width: number;
  height: number;
  /** Paths of its files below /media with their widths in pixels, narrowest first. */
  files: { path: string; width: number }[];
}

export const parseOrder = ({ request }: Pick<PaperRow, 'request'>) => paperOrder.parse(JSON.parse(request));

const sentences = z.array(z.string());
export const parseLeftOut = (row: Pick<PaperRow, 'left_out'>) => sentences.parse(JSON.parse(row.left_out));

/** A sentence for each piece that cannot be in a paper, in English. */
export function leftOutOf(ids: readonly string[], listings: ReadonlyMap<string, Listing>): string[] {
  return ids.flatMap((id) => {
    const listing = listings.get(id);
    if (!listing) return [say('A piece is left out because it was deleted: {id}', { id })];
    const { name, status } = listing;
    return status === 'discontinued' ? [say("'{name}' is left out because it is discontinued.", { name })] : [];
  });
}

/** What a paper says, with the prices and states of the pieces now, and a sentence for each piece that is left out. */
export async function findContent(shop: Shop, row: PaperRow): Promise<{ content: PaperContent; leftOut: string[] }> {
  const { read } = shop.database;
  const { currency, publicUrl } = shop.settings;
  const order = parseOrder(row);
  const ids = order.coverId === null ? order.listingIds : [...order.listingIds, order.coverId];
  const listings = await findListings(read, ids, shop.clock());
  const listed = await findListed(read, order.listingIds, shop.clock());
  const { name, street, city } = await findShopFacts(read, shop);
  const { registered } = await findTaxSettings(read);
  const hasPictures = order.kind === 'catalogue';
  const pieces = order.listingIds.flatMap((id): PieceContent[] => {
    const listing = listings.get(id);
    if (!listing || listing.status === 'discontinued') return [];
    return [
      {
        ...printOf(listing, order, currency),
        // A piece that not every visitor may see has no public page.
        url: order.showsQr && listed.has(id) ? `${publicUrl}/product/${encodeURIComponent(id)}` : '',
        picture: hasPictures ? pictureOf(listing, order.language) : null,
      },
    ];
  });
  const cover = order.coverId === null ? undefined : listings.get(order.coverId);
  const content = {
    kind: order.kind,
    language: order.language,
    size: order.size,
    labelSize: order.labelSize,
    showsPrices: order.showsPrices,
    title: row.title,
    subtitle: order.subtitle,
    createdAt: row.created_at,
    shopName: name,
    place: placeOf({ street, city }),
    note: order.showsPrices ? noteOnPrices(order.language, currency, registered) : '',
    cover: hasPictures && cover ? pictureOf(cover, order.language) : null,
    pieces,
  };
  return { content, leftOut: leftOutOf(order.listingIds, listings) };
}

/** The address of the shop as one line of a cover. */
export const placeOf = ({ street, city }: { street: string; city: string }) =>
  [street, city].filter(Boolean).join(', ');

/** The first picture that the shop stores. Pictures at other addresses are not stored and cannot be drawn. */
function pictureOf({ imageSet, name }: Listing, language: PaperLanguage): PrintPicture | null {
  const image = imageSet.find(({ url, width, height }) => url.startsWith('/media/') && width > 0 && height > 0);
  if (!image) return null;
  const { width, height, alt } = image;
  return { width, height, alt: alt || paperWords[language].pictureOf(name), files: filesOf(image) };
}

/** The WebP variants, which are decoded faster than AVIF; the original alone while the variants are being made. */
function filesOf({ variants, url, width }: Image): PrintPicture['files'] {
  const stored = variants.filter(({ type }) => type === 'image/webp');
  const files = stored.map((variant) => ({ path: variant.url, width: variant.width }));
  return files.length > 0 ? files : [{ path: url, width }];
}
