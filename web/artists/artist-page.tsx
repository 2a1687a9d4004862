import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link, redirect } from 'react-router';
import type { Image } from '#contract/catalog.ts';
import type { ArtistPage } from '#contract/page-services.ts';
import { AlertOfNewWork } from '../alerts/alert-when-free.tsx';
import { useLiveStream } from '../catalog/live-stream.ts';
import { pageExpiryHeaders } from '../catalog/page-expiry-headers.ts';
import { feedLink, pageMeta, summary } from '../catalog/page-meta.ts';
import { pageServices } from '../context.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { RichText } from '../policies/rich-text.tsx';
import { NotFound } from '../shell/failure-page.tsx';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import { buttonClass } from '../ui/button.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Icon } from '../ui/icon.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import type { Route } from './+types/artist-page.ts';
import stylesheet from './artists.css?url';
import { lifeOf } from './life.ts';
import { pageOf } from './page-number.ts';
import { artistStructuredData } from './structured-data.ts';
import { Archive, Pages, shownWorks, WorksOnSale } from './works.tsx';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const page = pageOf(request);
  const [shop, found] = await Promise.all([services.shop(), services.artist(params.slug, page)]);
  if (!found) return data({ shop, shown: null }, { status: 404 });
  const { artist, biography, works } = found;
  if (page > works.pages) throw redirect(`/artists/${params.slug}`);
  const shown = { artist, biography, works: shownWorks(works), picture: pictureOf(found) };
  return data({ shop, shown }, { headers: pageExpiryHeaders(works.listings) });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, shown } = loaderData;
  if (!shown) return [{ title: `${t`Artist not found`} | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
  const { artist, works, picture } = shown;
  return [
    ...pageMeta(shop, {
      title: `${artist.name} | ${shop.name}`,
      description: summary([artist.name, artist.summary, lifeOf(artist)].filter(Boolean).join('. ')),
      address: `${shop.publicUrl}/artists/${artist.slug}${works.page > 1 ? `?page=${works.page}` : ''}`,
      image: picture?.image,
      type: 'website',
    }),
    ...(import.meta.env.SSR ? [feedLink(shop), { 'script:ld+json': artistStructuredData(shop, artist, works) }] : []),
  ];
}

/** The page of an artist: works on sale, biography, exhibitions and sold works (docs/behaviour/artists.md, 11). */
export default function Artist({ loaderData: { shown } }: Route.ComponentProps) {
  useLiveStream();
  if (!shown) return <NotFound />;
  const { artist, biography, works, picture } = shown;
  const isFirst = works.page === 1;
  return (
    <main id="main">
      <div className="page">
        <Link className="back" to="/artists">
          <Icon name="back" small />
          <Trans>All artists</Trans>
        </Link>
        <div className="artist">
          <Intro artist={artist} />
          {isFirst && picture && <HeroPicture {...picture} />}
        </div>
      </div>
      <WorksOnSale works={works} />
      {isFirst && (biography.length > 0 || artist.exhibitions.length > 0) && (
        <div className="page">
          <div className="catalogue">
            {biography.length > 0 && (
              <section>
                <h2 className="heading-section text-[1.75rem]">
                  <Trans>Biography</Trans>
                </h2>
                <div {...fieldLanguage(artist, 'biography')}>
                  <RichText blocks={biography} />
                </div>
              </section>
            )}
            {artist.exhibitions.length > 0 && <Exhibitions exhibitions={artist.exhibitions} />}
          </div>
        </div>
      )}
      <Archive works={works} />
      <Pages page={works.page} pages={works.pages} label={t`Pages of works`} />
    </main>
  );
}

function Intro({ artist }: { artist: ArtistPage['artist'] }) {
  const life = lifeOf(artist);
  return (
    <div>
      <h1 className="heading-page">{artist.name}</h1>
      {(life || artist.summary) && <p className="muted">{life || artist.summary}</p>}
      {artist.quote && (
        <blockquote className="lead m-0 whitespace-pre-line" {...fieldLanguage(artist, 'quote')}>
          {artist.quote}
        </blockquote>
      )}
      {artist.quote && artist.quoteSource && <p className="small subtle">{artist.quoteSource}</p>}
      <div className="flex flex-wrap items-start gap-3">
        <Link className={buttonClass('line')} to="/#contact">
          <Trans>Ask about a commission</Trans>
        </Link>
        <AlertOfNewWork slug={artist.slug} name={artist.name} />
      </div>
    </div>
  );
}

function Exhibitions({ exhibitions }: { exhibitions: ArtistPage['artist']['exhibitions'] }) {
  return (
    <section>
      <h2 className="heading-section text-[1.75rem]">
        <Trans>Exhibitions</Trans>
      </h2>
      <dl className="artist-life">
        {exhibitions.map(({ year, title, place }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a title may be twice in the list, whose order is fixed.
          <div key={position}>
            <dt>{year}</dt>
            <dd>
              {title}
              {place && <span>{place}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Hero {
  image: Image;
  /** The work in the picture; null for a portrait. `isDetail`: the picture shows only a part of the work. */
  caption: { name: string; year: number | null; isDetail: boolean } | null;
}

function HeroPicture({ image, caption }: Hero) {
  const name = caption?.name ?? '';
  return (
    <figure>
      <span className="shot" style={pictureBox(image)}>
        <Picture image={image} sizes={`(min-width: 64rem) 56vw, ${cappedSizes(100)}`} eager />
      </span>
      {caption && (
        <figcaption className="figure-caption">
          <i>{caption.isDetail ? t`${name}, detail` : name}</i>
          {caption.year !== null && `, ${caption.year}`}
        </figcaption>
      )}
    </figure>
  );
}

/** The picture beside the name: the portrait, else a detail (the second picture of a work), else the first picture of a work. */
function pictureOf({ artist: { portrait }, works: { listings } }: ArtistPage): Hero | null {
  if (portrait) return { image: portrait, caption: null };
  const detailed = listings.find(({ imageSet }) => imageSet.length > 1);
  const work = detailed ?? listings.find(({ imageSet }) => imageSet.length > 0);
  const image = work?.imageSet[detailed ? 1 : 0];
  return work && image ? { image, caption: { name: work.name, year: work.year, isDetail: Boolean(detailed) } } : null;
}
