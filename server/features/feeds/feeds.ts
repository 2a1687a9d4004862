import { createHash } from 'node:crypto';
import type { Image, Listing } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { mediaAddress } from '#contract/media-address.ts';
import { plainPrice } from '#contract/money.ts';
import { findListing, firstHoldEnd, listListings } from '#server/features/catalog/catalog.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import { escapeXml, xmlText } from '#server/platform/xml.ts';
import type { Shop } from '#server/shop.ts';

/** A file that is the same for everybody, and when it is out of date although nothing has changed (epoch milliseconds). */
interface Feed {
  type: string;
  text: string;
  expiresAt: number | null;
}

/** The number of works in the Atom feed. */
const newWorks = 50;
/** The merchant feed has at most this many listings, the newest. They are read in parts of `part` listings. */
const mostOffers = 5_000;
const part = 1_000;

/** The newest works as an Atom feed (RFC 4287). */
export async function atomFeed(shop: Shop): Promise<Feed> {
  const { publicUrl } = shop.settings;
  const { listings } = await listListings(shop, { page: 1, pageSize: newWorks });
  const { name } = await findShopFacts(shop.database.read, shop);
  const entries = listings.map((listing) => {
    const address = addressOf(shop, listing);
    const image = pictureOf(shop, listing);
    return [
      '<entry>',
      ...[xmlText('id', address), xmlText('title', listing.name), `<link href="${escapeXml(address)}"/>`],
      ...[xmlText('published', listing.date_created), xmlText('updated', listing.date_created)],
      `<author><name>${escapeXml(listing.artists || listing.artist || name)}</name></author>`,
      xmlText('summary', textOf(listing)),
      image && `<link rel="enclosure" type="${typeOf(image)}" href="${escapeXml(image)}"/>`,
      '</entry>',
    ].join('');
  });
  const newest = listings[0]?.date_created ?? new Date(0).toISOString();
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    ...[xmlText('id', `${publicUrl}/`), xmlText('title', name), xmlText('updated', newest)],
    `<link href="${escapeXml(publicUrl)}/"/><link rel="self" href="${escapeXml(publicUrl)}/feed.xml"/>`,
    ...entries,
    '</feed>\n',
  ].join('');
  return { type: 'application/atom+xml', text, expiresAt: null };
}

/** The collection as a product feed for Google Merchant Center, in the format of its product data specification. */
export async function merchantFeed(shop: Shop): Promise<Feed> {
  const { publicUrl, currency } = shop.settings;
  const expiresAt = await firstHoldEnd(shop);
  const { name } = await findShopFacts(shop.database.read, shop);
  const items: string[] = [];
  for (let page = 1; items.length < mostOffers; page += 1) {
    const { listings } = await listListings(shop, { page, pageSize: part });
    items.push(...listings.map((listing) => offerOf(shop, listing, currency)));
    if (listings.length < part) break;
  }
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    ...[xmlText('title', name), xmlText('link', `${publicUrl}/`), xmlText('description', name)],
    ...items,
    '</channel></rss>\n',
  ].join('');
  return { type: 'application/rss+xml', text, expiresAt };
}

/** The XML of an offer; empty without a picture, because Google refuses such an offer. */
function offerOf(shop: Shop, listing: Listing, currency: string): string {
  const [image, ...others] = listing.imageSet.slice(0, 11).map((set) => previewOf(shop, set));
  if (!image) return '';
  const isForSale = listing.status === 'available' && !listing.reserved;
  return [
    '<item>',
    xmlText('g:id', offerIdOf(listing)),
    xmlText('g:title', cut(listing.name, 150)),
    xmlText('g:description', textOf(listing)),
    xmlText('g:link', addressOf(shop, listing)),
    xmlText('g:image_link', image),
    ...others.map((other) => xmlText('g:additional_image_link', other)),
    xmlText('g:availability', isForSale ? 'in_stock' : 'out_of_stock'),
    xmlText('g:price', `${plainPrice(listing.price, currency)} ${currency}`),
    xmlText('g:condition', 'new'),
    ...(listing.medium ? [xmlText('g:material', cut(listing.medium, 200))] : []),
    xmlText('g:brand', cut(listing.artist || listing.artists, 70)),
    xmlText('g:identifier_exists', 'no'),
    '</item>',
  ].join('');
}

/** The id of a listing in the merchant feed, shortened with a hash because Google accepts at most 50 characters. */
function offerIdOf({ id }: Listing): string {
  if (id.length <= 50) return id;
  return `${id.slice(0, 41)}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
}

/** The oEmbed 1.0 answer for a page; null for an address that is no page of a listing that visitors can see. */
export async function oembedOf(shop: Shop, { url, maxWidth, maxHeight }: OembedRequest) {
  const id = listingIdOf(shop, url);
  const listing = id === null ? null : await findListing(shop, id);
  if (!listing || isRefusal(listing)) return null;
  const { name } = await findShopFacts(shop.database.read, shop);
  const facts = {
    version: '1.0',
    title: listing.name,
    ...((listing.artists || listing.artist) && { author_name: listing.artists || listing.artist }),
    provider_name: name,
    provider_url: `${shop.settings.publicUrl}/`,
    cache_age: 3600,
  };
  const photo = photoOf(shop, listing.imageSet[0], { maxWidth, maxHeight });
  return photo ? { type: 'photo', ...facts, ...photo } : { type: 'link', ...facts };
}

export interface OembedRequest {
  url: string;
  /** Pixels; infinity where the caller sets no limit. */
  maxWidth: number;
  maxHeight: number;
}

function listingIdOf({ settings: { publicUrl } }: Shop, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const path = /^\/product\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (path === undefined || origin !== new URL(publicUrl).origin) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** The widest WebP file of a picture that fits; null if none does, or if the size of the picture is not known. */
function photoOf(shop: Shop, image: Image | undefined, { maxWidth, maxHeight }: Omit<OembedRequest, 'url'>) {
  if (!image || image.width === 0) return null;
  const heightOf = (width: number) => Math.round((image.height * width) / image.width);
  const file = image.variants
    .filter(({ type, width }) => type === 'image/webp' && width <= maxWidth && heightOf(width) <= maxHeight)
    .at(-1);
  return file ? { url: absolute(shop, file.url), width: file.width, height: heightOf(file.width) } : null;
}

/** Addresses of the pictures of a listing, for the site map. */
export const pictureAddresses = (shop: Shop, urls: readonly string[]): string[] =>
  urls.map((url) => absolute(shop, mediaAddress(url)));

const pictureOf = (shop: Shop, { imageSet: [image] }: Listing) => (image ? previewOf(shop, image) : '');

/** The address of the file that previews of links use: JPEG or WebP, which every program can read, else the picture itself. */
const previewOf = (shop: Shop, image: Image) => absolute(shop, linkPreviewOf(image)?.url ?? image.url);

const typeOf = (url: string) => {
  const ending = /\.(\w+)(?:\?|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return ['png', 'webp', 'avif'].includes(ending) ? `image/${ending}` : 'image/jpeg';
};

const absolute = ({ settings: { publicUrl } }: Shop, url: string) => (url.startsWith('/') ? publicUrl + url : url);

const addressOf = ({ settings: { publicUrl } }: Shop, { id }: Listing) =>
  `${publicUrl}/product/${encodeURIComponent(id)}`;

const textOf = ({ description, info, spec, name }: Listing) => cut(description || info || spec || name, 5_000);

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
