import { t } from '@lingui/core/macro';
import { data, redirect } from 'react-router';
import { ListingLoading, useIsListingLate } from '../catalog/listing-loading.tsx';
import { useLiveStream } from '../catalog/live-stream.ts';
import { feedLink, pageMeta, summary } from '../catalog/page-meta.ts';
import { homeStructuredData } from '../catalog/structured-data.ts';
import { pageServices } from '../context.ts';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import type { Route } from './+types/home.ts';
import { lastPage, searchOf, viewOf } from './collection-address.ts';
import { loadHome } from './home-data.ts';
import { HomeSections } from './home-sections.tsx';

export const headers = pageHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const view = viewOf(new URL(request.url).searchParams);
  const { page, headers: expiry } = await loadHome(services, view, await services.home());
  if (view.page > lastPage(page.total)) throw redirect(`/?${searchOf({ ...view, page: lastPage(page.total) })}`);
  return data(page, { headers: expiry });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, view, hero, listings } = loaderData;
  return [
    ...pageMeta(shop, {
      title: `${shop.name} | ${t`Handcrafted lacquer art`}`,
      description: summary(
        t`One-of-a-kind lacquer pieces, built up over months, sanded back under water and polished by hand. Browse the collection.`,
      ),
      address: view.page > 1 ? `${shop.publicUrl}/?${searchOf(view)}` : `${shop.publicUrl}/`,
      image: hero?.image,
      type: 'website',
    }),
    ...(import.meta.env.SSR ? [feedLink(shop), { 'script:ld+json': homeStructuredData(shop, listings) }] : []),
  ];
}

/** The home page (docs/behaviour/pages.md, 1). */
export default function Home({ loaderData }: Route.ComponentProps) {
  useLiveStream();
  const isListingLate = useIsListingLate();
  return isListingLate ? <ListingLoading /> : <HomeSections {...loaderData} />;
}
