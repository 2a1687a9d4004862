import { data, redirect } from 'react-router';
import type { PageServices } from '#contract/page-services.ts';
import { pageServices } from '../context.ts';
import { Contact } from '../enquiries/contact.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import type { Route } from './+types/home.ts';
import { About } from './about.tsx';
import { Collection } from './collection.tsx';
import {
  type CollectionView,
  firstPageWith,
  lastPage,
  listingsPerPage,
  searchOf,
  viewOf,
} from './collection-address.ts';
import { chooseHeroPicture, Hero } from './hero.tsx';
import { summaryOf } from './listing-summary.ts';
import { useLiveStream } from './live-stream.ts';
import { pageExpiryHeaders } from './page-expiry-headers.ts';
import { pageMeta, summary } from './page-meta.ts';
import { ProductLoading, useIsProductLate } from './product-loading.tsx';
import { defaultSort } from './sort.ts';
import { homeStructuredData } from './structured-data.ts';

export const headers = pageHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const view = viewOf(new URL(request.url).searchParams);
  const [shop, newest, { listings, total }] = await Promise.all([
    services.shop(),
    services.listings({ sort: defaultSort.field, order: defaultSort.order, page: 1, pageSize: listingsPerPage }),
    listingsOf(services, view),
  ]);
  if (view.page > lastPage(total)) throw redirect(`/?${searchOf({ ...view, page: lastPage(total) })}`);
  const page = { shop, view, hero: chooseHeroPicture(newest.listings), listings: listings.map(summaryOf), total };
  return data(page, { headers: pageExpiryHeaders([...listings, ...newest.listings]) });
}

/** The listings of all pages that a view shows. */
async function listingsOf(services: PageServices, { sort, page }: CollectionView) {
  const first = firstPageWith(page);
  const pages = await Promise.all(
    Array.from({ length: page - first + 1 }, (_, index) =>
      services.listings({ sort: sort.field, order: sort.order, page: first + index, pageSize: listingsPerPage }),
    ),
  );
  return { listings: pages.flatMap(({ listings }) => listings), total: pages[0]?.total ?? 0 };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, view, hero, listings } = loaderData;
  return [
    ...pageMeta(shop, {
      title: `${shop.name} | Handcrafted lacquer art`,
      description: summary(
        'One-of-a-kind lacquer pieces, built up over months, sanded back under water and polished by hand. Browse the collection.',
      ),
      address: view.page > 1 ? `${shop.publicUrl}/?${searchOf(view)}` : `${shop.publicUrl}/`,
      image: hero?.image,
      type: 'website',
    }),
    ...(import.meta.env.SSR ? [{ 'script:ld+json': homeStructuredData(shop, listings) }] : []),
  ];
}

/** The home page (docs/behaviour/pages.md, 1). */
export default function Home({ loaderData: { view, hero, listings, total } }: Route.ComponentProps) {
  useLiveStream();
  const isProductLate = useIsProductLate();
  if (isProductLate) return <ProductLoading />;
  return (
    <main id="main">
      <Hero picture={hero} />
      <Collection view={view} listings={listings} total={total} />
      <About />
      <Contact />
    </main>
  );
}
