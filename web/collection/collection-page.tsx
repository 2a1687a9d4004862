import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { data, Link, redirect } from 'react-router';
import {
  type CollectionSearch,
  collectionParamsOf,
  collectionSearchOf,
  criteriaOf,
  withoutUnknown,
} from '#contract/collection-search.ts';
import { wallAddressOf } from '#contract/collection-wall.ts';
import { ListingCard } from '../catalog/listing-card.tsx';
import { summaryOf } from '../catalog/listing-summary.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { feedLink, pageMeta, summary } from '../catalog/page-meta.ts';
import { pageServices } from '../context.ts';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import { Mark } from '../ui/mark.tsx';
import type { Route } from './+types/collection-page.ts';
import { ActiveFilters } from './active-filters.tsx';
import stylesheet from './collection.css?url';
import { NothingFound } from './nothing-found.tsx';
import { SearchForm } from './search-form.tsx';
import { addressOf, collectionPath } from './search-links.ts';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const search = collectionSearchOf(new URL(request.url).searchParams);
  const [shop, { listings, until, ...found }] = await Promise.all([services.shop(), services.collection(search)]);
  const known = withoutUnknown({ ...search, page: Math.min(search.page, found.pages) }, found.facets);
  if (addressOf(known) !== addressOf(search)) throw redirect(addressOf(known));
  const trueSizes = await services.trueSizes(listings);
  const page = { shop, search, listings: listings.map(summaryOf), ...found, trueSizes: trueSizes.length };
  // A page on which nothing is found is not worth caching: anybody can invent such a search.
  const expiry = listings.length === 0 ? 0 : until;
  return data(page, { headers: expiry === null ? {} : { 'X-Page-Expires': String(expiry) } });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, search, listings } = loaderData;
  const shopName = shop.name;
  const isWhole = criteriaOf(search).length === 0 && search.sort === null;
  return [
    ...pageMeta(shop, {
      title: `${t`Collection`} | ${shopName}`,
      description: summary(t`Every piece of ${shopName}, by artist, series, price, year and size.`),
      address: shop.publicUrl + (isWhole ? addressOf(search) : collectionPath),
      image: listings[0]?.imageSet[0],
      type: 'website',
    }),
    ...(isWhole ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...(import.meta.env.SSR ? [feedLink(shop)] : []),
  ];
}

/** Searching and filtering the collection (docs/behaviour/collection.md). */
export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  useLiveStream();
  const { search, listings, total, page, pages, facets, corrections, instead, trueSizes } = loaderData;
  const status = useRef<HTMLParagraphElement>(null);
  const focusResults = () => status.current?.focus({ preventScroll: true });
  return (
    <main id="main" className="page pb-(--gap-section)">
      <SearchForm search={search} facets={facets} total={total} onClosed={focusResults}>
        <div>
          <h1 className="heading-page">
            <Trans>Collection</Trans>
          </h1>
          <div className="legend">
            <Mark kind="unique">{t`Unique`}</Mark>
            <Mark kind="reserved">{t`Reserved`}</Mark>
            <Mark kind="sold">{t`SOLD`}</Mark>
          </div>
        </div>
      </SearchForm>
      <ActiveFilters {...{ search, total, facets, corrections, status }}>
        {trueSizes > 1 && (
          <Link className="button-text small at-true-size" to={wallAddressOf(search)}>
            <Trans>At true size</Trans>
          </Link>
        )}
      </ActiveFilters>
      {total === 0 ? (
        <NothingFound {...{ search, facets, instead }} />
      ) : (
        <>
          <h2 className="visually-hidden">
            <Trans>Pieces</Trans>
          </h2>
          <ul className="wall">
            {listings.map((listing, index) => (
              <ListingCard key={listing.id} listing={listing} position={index} eager={index === 0} />
            ))}
          </ul>
        </>
      )}
      <Pages {...{ search, page, pages }} />
    </main>
  );
}

function Pages({ search, page, pages }: { search: CollectionSearch; page: number; pages: number }) {
  if (pages < 2) return null;
  const to = (other: number) => ({ search: collectionParamsOf({ ...search, page: other }).toString() });
  return (
    <nav className="mt-12 flex flex-wrap items-center gap-4" aria-label={t`Pages of the collection`}>
      {page > 1 && (
        <Link className="button button-line" rel="prev" to={to(page - 1)}>
          <Trans>Previous</Trans>
        </Link>
      )}
      <p className="small muted numeric">
        <Trans>
          Page {page} of {pages}
        </Trans>
      </p>
      {page < pages && (
        <Link className="button button-line" rel="next" to={to(page + 1)}>
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
