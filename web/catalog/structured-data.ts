import type { Listing } from '#contract/catalog.ts';
import { linkPreviewOf } from '#contract/link-preview.ts';
import { makersOf } from '#contract/makers.ts';
import { plainPrice } from '#contract/money.ts';
import type { ShopFront } from '#contract/page-services.ts';
import type { ListingSummary } from './listing-summary.ts';

// Structured data for search engines (schema.org). React Router escapes it, so that no text can end the script. Only
// server-rendered HTML contains it: in a browser Trusted Types forbid creating scripts, even data scripts.

export function homeStructuredData(shop: ShopFront, listings: readonly ListingSummary[]) {
  const address = `${shop.publicUrl}/`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${address}#website`,
        name: shop.name,
        url: address,
        publisher: { '@id': `${address}#shop` },
      },
      {
        '@type': 'Store',
        '@id': `${address}#shop`,
        name: shop.name,
        url: address,
        ...(shop.logo && { logo: absolute(shop, shop.logo) }),
        currenciesAccepted: shop.currency,
        ...sellerOf(shop),
      },
      {
        '@type': 'ItemList',
        '@id': `${address}#collection`,
        numberOfItems: listings.length,
        itemListElement: listings.map(({ id, name }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: listingAddress(shop, id),
        })),
      },
    ],
  };
}

function sellerOf({ contact: { legalName, address, email, phone } }: ShopFront) {
  return {
    ...(legalName && { legalName }),
    ...(address && {
      address: {
        '@type': 'PostalAddress',
        ...(address.street && { streetAddress: address.street }),
        ...(address.city && { addressLocality: address.city }),
        ...(address.state && { addressRegion: address.state }),
        ...(address.postcode && { postalCode: address.postcode }),
        addressCountry: address.country,
      },
    }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
  };
}

/** The listing as a product with an offer. */
export function listingStructuredData(shop: ShopFront, listing: Listing) {
  const address = listingAddress(shop, listing.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${address}#product`,
    name: listing.name,
    url: address,
    sku: listing.id,
    ...descriptionAndImages(shop, listing),
    offers: {
      '@type': 'Offer',
      url: address,
      price: plainPrice(listing.price, shop.currency),
      priceCurrency: shop.currency,
      availability: availabilityOf(listing),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@id': `${shop.publicUrl}/#shop`, '@type': 'Store', name: shop.name },
    },
  };
}

/** The listing as a work of art: maker, year, material and size. */
export function artworkStructuredData(shop: ShopFront, listing: Listing) {
  const address = listingAddress(shop, listing.id);
  const artists = makersOf(listing);
  const material = listing.medium || listing.spec;
  return {
    '@context': 'https://schema.org',
    '@type': 'VisualArtwork',
    '@id': `${address}#artwork`,
    name: listing.name,
    url: address,
    artform: 'Lacquer',
    ...descriptionAndImages(shop, listing),
    ...(artists && { artist: artists.split(/,\s*/).map((name) => ({ '@type': 'Person', name })) }),
    ...(listing.year !== null && { dateCreated: String(listing.year) }),
    ...(material && { artMedium: material, material }),
    ...(listing.size && { size: listing.size, ...dimensionsOf(listing.size) }),
    ...(listing.series && { isPartOf: { '@type': 'CreativeWorkSeries', name: listing.series } }),
  };
}

export function listingAddress(shop: ShopFront, id: string): string {
  return `${shop.publicUrl}/product/${encodeURIComponent(id)}`;
}

/** Makes an address absolute; those of the shop begin with a slash. */
export function absolute(shop: ShopFront, address: string): string {
  return address.startsWith('/') ? shop.publicUrl + address : address;
}

function descriptionAndImages(shop: ShopFront, { info, description, imageSet }: Listing) {
  const text = info || description;
  return {
    ...(text && { description: text }),
    ...(imageSet.length > 0 && {
      image: imageSet.map((image) => absolute(shop, linkPreviewOf(image)?.url ?? image.url)),
    }),
  };
}

function availabilityOf({ status, reserved }: Listing): string {
  const availability = { available: reserved ? 'Reserved' : 'InStock', sold: 'SoldOut', discontinued: 'Discontinued' };
  return `https://schema.org/${availability[status]}`;
}

/** The width, height and, if given, depth of a size such as "75 x 96 cm"; empty for other formats. */
function dimensionsOf(size: string) {
  const [, width, height, depth] = /^([\d.]+)\s*[x×]\s*([\d.]+)(?:\s*[x×]\s*([\d.]+))?\s*cm$/i.exec(size.trim()) ?? [];
  const centimetres = (value: string) => ({ '@type': 'QuantitativeValue', value: Number(value), unitCode: 'CMT' });
  return {
    ...(width && { width: centimetres(width) }),
    ...(height && { height: centimetres(height) }),
    ...(depth && { depth: centimetres(depth) }),
  };
}
