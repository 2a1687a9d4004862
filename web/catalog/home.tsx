import { data, redirect } from 'react-router';
import { type PageServices, pageServices } from '../context.ts';
import { Contact } from '../enquiries/contact.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import type { Route } from './+types/home.ts';
import { About } from './about.tsx';
import { chooseHeroPicture, Hero } from './hero.tsx';
import { useLiveStream } from './live-stream.ts';
import { pageMeta, summary } from './page-meta.ts';
import { ProductLoading, useIsProductLate } from './product-loading.tsx';
import { defaultSort } from './sort.ts';
import { homeStructuredData } from './structured-data.ts';
import { untilFirstHoldEnds } from './until-first-hold-ends.ts';
import { Collection } from './wall.tsx';
import { firstPageWith, lastPage, piecesOnPage, searchOf, viewOf, type WallView } from './wall-address.ts';
import { wallPiece } from './wall-piece.ts';

export const headers = pageHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const view = viewOf(new URL(request.url).searchParams);
  const [shop, newest, { listings, total }] = await Promise.all([
    services.shop(),
    services.listings({ sort: defaultSort.field, order: defaultSort.order, page: 1, pageSize: piecesOnPage }),
    listingsOf(services, view),
  ]);
  if (view.page > lastPage(total)) throw redirect(`/?${searchOf({ ...view, page: lastPage(total) })}`);
  const page = { shop, view, hero: chooseHeroPicture(newest.listings), pieces: listings.map(wallPiece), total };
  return data(page, { headers: untilFirstHoldEnds([...listings, ...newest.listings]) });
}

/** Those of all pages that a view shows. */
async function listingsOf(services: PageServices, { sort, page }: WallView) {
  const first = firstPageWith(page);
  const pages = await Promise.all(
    Array.from({ length: page - first + 1 }, (_, index) =>
      services.listings({ sort: sort.field, order: sort.order, page: first + index, pageSize: piecesOnPage }),
    ),
  );
  return { listings: pages.flatMap(({ listings }) => listings), total: pages[0]?.total ?? 0 };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, view, hero, pieces } = loaderData;
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
    ...(import.meta.env.SSR ? [{ 'script:ld+json': homeStructuredData(shop, pieces) }] : []),
  ];
}

/** Home (SPEC.md §2): hero, collection, about, contact. */
export default function Home({ loaderData: { view, hero, pieces, total } }: Route.ComponentProps) {
  useLiveStream();
  const isProductLate = useIsProductLate();
  if (isProductLate) return <ProductLoading />;
  return (
    <main id="main">
      <Hero picture={hero} />
      <Collection view={view} pieces={pieces} total={total} />
      <About />
      <Contact />
    </main>
  );
}
