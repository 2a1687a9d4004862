import type { Listing } from '#contract/catalog.ts';
import type { ShopFront } from '../context.ts';
import type { WallPiece } from './wall-piece.ts';

// What search engines read of a page, as schema.org has it. React Router writes it so that no text can end the script.
// Only the first HTML has it: a browser may not write scripts (Trusted Types), not even those that are only read.

export function homeStructuredData(shop: ShopFront, pieces: readonly WallPiece[]) {
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
      },
      {
        '@type': 'ItemList',
        '@id': `${address}#collection`,
        numberOfItems: pieces.length,
        itemListElement: pieces.map(({ id, name }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: productAddress(shop, id),
        })),
      },
    ],
  };
}

/** The piece as something to buy. */
export function productStructuredData(shop: ShopFront, listing: Listing) {
  const address = productAddress(shop, listing.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${address}#product`,
    name: listing.name,
    url: address,
    sku: listing.id,
    ...described(shop, listing),
    offers: {
      '@type': 'Offer',
      url: address,
      price: listing.price.toFixed(2),
      priceCurrency: shop.currency,
      availability: availabilityOf(listing),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@id': `${shop.publicUrl}/#shop`, '@type': 'Store', name: shop.name },
    },
  };
}

/** The piece as a work: who made it, when, of what, how large. */
export function artworkStructuredData(shop: ShopFront, listing: Listing) {
  const address = productAddress(shop, listing.id);
  const artists = listing.artists || listing.artist;
  return {
    '@context': 'https://schema.org',
    '@type': 'VisualArtwork',
    '@id': `${address}#artwork`,
    name: listing.name,
    url: address,
    artform: 'Lacquer',
    ...described(shop, listing),
    ...(artists && { artist: artists.split(/,\s*/).map((name) => ({ '@type': 'Person', name })) }),
    ...(listing.year !== null && { dateCreated: String(listing.year) }),
    ...(listing.spec && { artMedium: listing.spec, material: listing.spec }),
    ...(listing.size && { size: listing.size, ...dimensionsOf(listing.size) }),
    ...(listing.series && { isPartOf: { '@type': 'CreativeWorkSeries', name: listing.series } }),
  };
}

export function productAddress(shop: ShopFront, id: string): string {
  return `${shop.publicUrl}/product/${encodeURIComponent(id)}`;
}

/** As others must ask for it: pictures of our own begin with a slash. */
export function absolute(shop: ShopFront, address: string): string {
  return address.startsWith('/') ? shop.publicUrl + address : address;
}

function described(shop: ShopFront, { info, description, imageSet }: Listing) {
  const words = info || description;
  return {
    ...(words && { description: words }),
    ...(imageSet.length > 0 && { image: imageSet.map(({ url }) => absolute(shop, url)) }),
  };
}

function availabilityOf({ status, reserved }: Listing): string {
  const words = { available: reserved ? 'Reserved' : 'InStock', sold: 'SoldOut', discontinued: 'Discontinued' };
  return `https://schema.org/${words[status]}`;
}

/** "75 x 96 cm" and the like; what reads otherwise is said by `size` alone. */
function dimensionsOf(size: string) {
  const [, width, height, depth] = /^([\d.]+)\s*[x×]\s*([\d.]+)(?:\s*[x×]\s*([\d.]+))?\s*cm$/i.exec(size.trim()) ?? [];
  const centimetres = (value: string) => ({ '@type': 'QuantitativeValue', value: Number(value), unitCode: 'CMT' });
  return {
    ...(width && { width: centimetres(width) }),
    ...(height && { height: centimetres(height) }),
    ...(depth && { depth: centimetres(depth) }),
  };
}
