import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link, redirect } from 'react-router';
import { useLiveStream } from '../catalog/live-stream.ts';
import { pageExpiryHeaders } from '../catalog/page-expiry-headers.ts';
import { pageMeta, summary } from '../catalog/page-meta.ts';
import { pageServices } from '../context.ts';
import { RichText } from '../policies/rich-text.tsx';
import { NotFound } from '../shell/failure-page.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import type { Route } from './+types/series-page.ts';
import stylesheet from './artists.css?url';
import { pageOf } from './page-number.ts';
import { seriesStructuredData } from './structured-data.ts';
import { Archive, Pages, shownWorks, WorksOnSale } from './works.tsx';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const page = pageOf(request);
  const [shop, found] = await Promise.all([services.shop(), services.series(params.slug, page)]);
  if (!found) return data({ shop, shown: null }, { status: 404 });
  const { series, text, works } = found;
  if (page > works.pages) throw redirect(`/series/${params.slug}`);
  const shown = { series, text, works: shownWorks(works), image: works.listings[0]?.imageSet[0] };
  return data({ shop, shown }, { headers: pageExpiryHeaders(works.listings) });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, shown } = loaderData;
  if (!shown) return [{ title: `${t`Series not found`} | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
  const { series, works, image } = shown;
  const { name } = series;
  const { name: shopName } = shop;
  const { available } = works;
  const artistName = series.artist?.name;
  return [
    ...pageMeta(shop, {
      title: `${name} | ${shopName}`,
      description: summary(
        artistName
          ? t`${name}, a series by ${artistName} at ${shopName}: ${available} works available.`
          : t`${name}, a series at ${shopName}: ${available} works available.`,
      ),
      address: `${shop.publicUrl}/series/${series.slug}${works.page > 1 ? `?page=${works.page}` : ''}`,
      image,
      type: 'website',
    }),
    ...(import.meta.env.SSR ? [{ 'script:ld+json': seriesStructuredData(shop, series, works) }] : []),
  ];
}

/** The page of a series: its text and its works (docs/behaviour/artists.md, 12). */
export default function SeriesPage({ loaderData: { shown } }: Route.ComponentProps) {
  useLiveStream();
  if (!shown) return <NotFound />;
  const { series, text, works } = shown;
  const artistName = series.artist?.name;
  return (
    <main id="main">
      <div className="page">
        <div className="find-head">
          <h1 className="heading-page wrap-anywhere">{series.name}</h1>
          {series.artist && (
            <p className="muted">
              <Trans>
                A series by <Link to={`/artists/${series.artist.slug}`}>{artistName}</Link>
              </Trans>
            </p>
          )}
          {works.page === 1 && text.length > 0 && <RichText blocks={text} />}
        </div>
      </div>
      <WorksOnSale works={works} />
      <Archive works={works} />
      <Pages page={works.page} pages={works.pages} label={t`Pages of works`} />
    </main>
  );
}
