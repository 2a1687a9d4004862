import type { ListedArtist, Series } from '#contract/artists.ts';
import type { ArtistPage, ShopFront } from '#contract/page-services.ts';
import { absolute, listingAddress } from '../catalog/structured-data.ts';
import { lifeOf } from './life.ts';
import type { ShownWorks } from './works.tsx';

/** The artists on the page as a list (schema.org). Only server-rendered HTML has it, as in catalog/structured-data.ts. */
export function artistsStructuredData(shop: ShopFront, artists: readonly ListedArtist[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    '@id': `${shop.publicUrl}/artists#list`,
    numberOfItems: artists.length,
    itemListElement: artists.map(({ name, slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: artistAddress(shop, slug),
    })),
  };
}

/** The artist as a person or an organisation, and the works on the page as a list (schema.org). */
export function artistStructuredData(shop: ShopFront, artist: ArtistPage['artist'], works: ShownWorks) {
  const address = artistAddress(shop, artist.slug);
  const { kind, birthYear, deathYear, birthPlace, portrait } = artist;
  const place = birthPlace && { '@type': 'Place', name: birthPlace };
  const description = artist.summary || lifeOf(artist);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': kind === 'person' ? 'Person' : 'Organization',
        '@id': `${address}#artist`,
        name: artist.name,
        url: address,
        ...(description && { description }),
        ...(portrait && { image: absolute(shop, portrait.url) }),
        ...(birthYear !== null && { [kind === 'person' ? 'birthDate' : 'foundingDate']: String(birthYear) }),
        ...(place && { [kind === 'person' ? 'birthPlace' : 'foundingLocation']: place }),
        ...(deathYear !== null && kind === 'person' && { deathDate: String(deathYear) }),
      },
      listOf(shop, `${address}#works`, works),
    ],
  };
}

/** The series, and the works on the page as a list (schema.org). */
export function seriesStructuredData(shop: ShopFront, series: Series, works: ShownWorks) {
  const address = `${shop.publicUrl}/series/${series.slug}`;
  const { artist } = series;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'CreativeWorkSeries',
        '@id': `${address}#series`,
        name: series.name,
        url: address,
        ...(artist && { creator: { '@type': 'Person', name: artist.name, url: artistAddress(shop, artist.slug) } }),
      },
      listOf(shop, `${address}#works`, works),
    ],
  };
}

function listOf(shop: ShopFront, id: string, { onSale, archive }: ShownWorks) {
  const works = [...onSale, ...archive];
  return {
    '@type': 'ItemList',
    '@id': id,
    numberOfItems: works.length,
    itemListElement: works.map((work, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: work.name,
      url: listingAddress(shop, work.id),
    })),
  };
}

const artistAddress = (shop: ShopFront, slug: string) => `${shop.publicUrl}/artists/${slug}`;
