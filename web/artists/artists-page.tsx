import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link, redirect } from 'react-router';
import type { ListedArtist } from '#contract/artists.ts';
import { pageMeta, summary } from '../catalog/page-meta.ts';
import { pageServices } from '../context.ts';
import { NotFound } from '../shell/failure-page.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import type { Route } from './+types/artists-page.ts';
import stylesheet from './artists.css?url';
import { pageOf } from './page-number.ts';
import { artistsStructuredData } from './structured-data.ts';
import { Pages } from './works.tsx';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const page = pageOf(request);
  const [shop, found] = await Promise.all([services.shop(), services.artists(page)]);
  if (page > 1 && found.artists.length === 0) throw redirect('/artists');
  return data({ shop, ...found, page }, { status: found.total > 0 ? 200 : 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, artists, total, page } = loaderData;
  const shopName = shop.name;
  const names = artists.map(({ name }) => name).join(', ');
  if (total === 0) return [{ title: `${t`Page not found`} | ${shopName}` }, { name: 'robots', content: 'noindex' }];
  return [
    ...pageMeta(shop, {
      title: `${t`Artists`} | ${shopName}`,
      description: summary(t`${names}: the artists of ${shopName} and their works.`),
      address: `${shop.publicUrl}/artists${page > 1 ? `?page=${page}` : ''}`,
      image: artists[0]?.pictures[0],
      type: 'website',
    }),
    ...(import.meta.env.SSR ? [{ 'script:ld+json': artistsStructuredData(shop, artists) }] : []),
  ];
}

/** The page that lists all artists who have a page (docs/behaviour/artists.md, 10). */
export default function Artists({ loaderData: { artists, total, page, pages } }: Route.ComponentProps) {
  if (total === 0) return <NotFound />;
  return (
    <main id="main">
      <div className="page pb-(--gap-section)">
        <div className="find-head">
          <h1 className="heading-page">
            <Trans>Artists</Trans>
          </h1>
        </div>
        <ul className="roster">
          {artists.map((artist) => (
            <RosterRow key={artist.id} artist={artist} />
          ))}
        </ul>
      </div>
      <Pages page={page} pages={pages} label={t`Pages of artists`} />
    </main>
  );
}

function RosterRow({
  artist: { slug, name, summary: line, livesIn, pieces, available, pictures },
}: {
  artist: ListedArtist;
}) {
  return (
    <li>
      <div className="grid gap-2">
        <h2 className="heading-section wrap-anywhere">
          <Link to={`/artists/${slug}`} prefetch="intent">
            {name}
          </Link>
        </h2>
        {(line || livesIn) && <p className="muted wrap-anywhere">{line || livesIn}</p>}
        <p className="small subtle numeric">{countWords(pieces, available)}</p>
      </div>
      <div className="works" aria-hidden="true">
        {pictures.map((picture) => (
          <span key={picture.url} className="shot" style={pictureBox(picture)}>
            <Picture image={picture} sizes={`(min-width: 48rem) 14vw, ${cappedSizes(30)}`} alt="" />
          </span>
        ))}
      </div>
    </li>
  );
}

function countWords(count: number, available: number): string {
  if (count === 0) return t`No pieces here at the moment`;
  if (count === available) return plural(count, { one: '# piece, available', other: '# pieces, all available' });
  if (available === 0) return plural(count, { one: '# piece, sold', other: '# pieces, sold' });
  return plural(count, { one: `# piece, ${available} available`, other: `# pieces, ${available} available` });
}
