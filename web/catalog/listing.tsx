import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { plainPrice } from '#contract/money.ts';
import type { PageServices, Translated } from '#contract/page-services.ts';
import { linkedArtPath } from '#contract/provenance-lines.ts';
import { manifestPath, manifestType } from '#contract/scan-address.ts';
import { LookLinks } from '../close-look/look-links.tsx';
import { pageServices } from '../context.ts';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import { Icon } from '../ui/icon.tsx';
import type { Route } from './+types/listing.ts';
import { linkBackToCollection } from './collection-position.ts';
import { Gallery } from './gallery.tsx';
import { ListingLabel } from './listing-label.tsx';
import { ListingLoading, useIsListingLate } from './listing-loading.tsx';
import { ListingNotFound } from './listing-not-found.tsx';
import { ListingSections } from './listing-sections.tsx';
import { makersAndYear } from './listing-summary.ts';
import { useLiveState } from './live-state.ts';
import { useLiveStream } from './live-stream.ts';
import { ownerOf } from './owner.ts';
import { pageExpiryHeaders } from './page-expiry-headers.ts';
import { pageMeta, summary } from './page-meta.ts';
import { Neighbours, RelatedStrip } from './related-listings.tsx';
import { artworkStructuredData, listingAddress, listingStructuredData } from './structured-data.ts';
import { useCountView } from './use-count-view.ts';
import { useSoldToast } from './use-sold-toast.ts';

export const headers = pageHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, listing] = await Promise.all([services.shop(), services.listing(params.id)]);
  if (!listing) return data({ shop, listing, around: null, look: null }, { status: 404 });
  const [around, look] = await Promise.all([services.around(listing), services.closeLook(listing)]);
  return data(
    { shop, listing, around, look: look && { hasWall: look.sizeCm !== null } },
    { headers: pageExpiryHeaders([listing]) },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, listing, around } = loaderData;
  if (!listing) return [{ title: `${t`Product not found`} | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
  return [
    ...(listing.status === 'discontinued' ? [{ name: 'robots', content: 'noindex' }] : []),
    ...pageMeta(shop, {
      title: `${listing.name} | ${shop.name}`,
      description: summary(listing.description || listing.info || `${listing.name}, ${makersAndYear(listing)}`),
      address: listingAddress(shop, listing.id),
      image: listing.imageSet[0],
      type: 'product',
    }),
    ...(import.meta.env.SSR
      ? [
          { property: 'product:price:amount', content: plainPrice(listing.price, shop.currency) },
          { property: 'product:price:currency', content: shop.currency },
          {
            tagName: 'link',
            rel: 'alternate',
            type: 'application/json+oembed',
            title: listing.name,
            href: `${shop.publicUrl}/oembed?url=${encodeURIComponent(listingAddress(shop, listing.id))}`,
          },
          ...(around && around.provenance.length > 0
            ? [
                {
                  tagName: 'link',
                  rel: 'alternate',
                  type: 'application/ld+json',
                  title: t`Provenance`,
                  href: shop.publicUrl + linkedArtPath(encodeURIComponent(listing.id)),
                },
              ]
            : []),
          ...(around?.isScanned
            ? [
                {
                  tagName: 'link',
                  rel: 'alternate',
                  type: manifestType,
                  title: 'IIIF',
                  href: shop.publicUrl + manifestPath(encodeURIComponent(listing.id)),
                },
              ]
            : []),
          { 'script:ld+json': listingStructuredData(shop, listing) },
          { 'script:ld+json': artworkStructuredData(shop, listing) },
        ]
      : []),
  ];
}

/** The product page (docs/behaviour/pages.md, 6 to 9). */
export default function Product({ loaderData: { listing, around, look } }: Route.ComponentProps) {
  useLiveStream();
  const isListingLate = useIsListingLate();
  if (isListingLate) return <ListingLoading />;
  if (!listing || !around) return <ListingNotFound />;
  return <ListingDetails key={listing.id} listing={listing} around={around} look={look} />;
}

type Around = Awaited<ReturnType<PageServices['around']>>;

interface ListingDetailsProps {
  listing: Listing & Translated;
  around: Around;
  /** Whether the piece can be shown on a wall; null if there is nothing to look at more closely. */
  look: { hasWall: boolean } | null;
}

function ListingDetails({ listing, around, look }: ListingDetailsProps) {
  const live = useLiveState(listing);
  useSoldToast(listing, live);
  useCountView(listing.id);
  const shown = { ...listing, owner: ownerOf(listing, live.state === 'sold') };
  const { artist } = around;
  const artistName = artist?.name ?? '';
  return (
    <main id="main" className="page">
      <div className="product-nav">
        <Link className="back" {...linkBackToCollection(listing.id)} viewTransition>
          <Icon name="back" small />
          <Trans>Back to Collection</Trans>
        </Link>
        <Neighbours {...around} />
      </div>
      <div className="product">
        <Gallery
          images={listing.imageSet}
          name={listing.name}
          tools={look && <LookLinks listingId={listing.id} {...look} />}
        >
          {live.state === 'sold' && (
            <figcaption className={live.isLiveChange ? 'sold-over lacquer mark-appearing' : 'sold-over lacquer'}>
              <Trans>SOLD</Trans>
            </figcaption>
          )}
        </Gallery>
        <ListingLabel
          listing={shown}
          live={live}
          artist={artist}
          series={around.series}
          hasSimilar={around.similar.length > 0}
        />
      </div>
      <ListingSections listing={shown} provenance={around.provenance} conditionMonth={around.conditionMonth} />
      <RelatedStrip
        title={artist ? t`More by ${artistName}` : t`More by the same artist`}
        pieces={around.more}
        all={artist && { to: `/artists/${artist.slug}`, words: t`All works by ${artistName}` }}
      />
      <RelatedStrip id="similar" title={t`Similar in size and price`} pieces={around.similar} />
    </main>
  );
}
