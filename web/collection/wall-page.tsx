import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Link, redirect } from 'react-router';
import { type CollectionSearch, collectionSearchOf, withoutUnknown } from '#contract/collection-search.ts';
import { chosenPiecesOf, wallAddressOf } from '#contract/collection-wall.ts';
import { makersAndYear } from '../catalog/listing-summary.ts';
import { pageMeta } from '../catalog/page-meta.ts';
import roomStyles from '../close-look/wall/room.css?url';
import { room } from '../close-look/wall/scene.ts';
import { pageServices } from '../context.ts';
import { headers as pageHeaders } from '../shell/page-headers.ts';
import { StatePage } from '../shell/state-page.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Route } from './+types/wall-page.ts';
import { ChoosePieces } from './choose-pieces.tsx';
import stylesheet from './hang.css?url';
import { Hang, type HungPiece } from './hang.tsx';
import { addressOf, collectionPath } from './search-links.ts';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () => [roomStyles, stylesheet].map((href) => ({ rel: 'stylesheet', href }));

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const given = new URL(request.url).searchParams;
  const [search, chosen] = [collectionSearchOf(given), chosenPiecesOf(given)];
  const [shop, { listings, until, pages, facets }] = await Promise.all([services.shop(), services.collection(search)]);
  const known = withoutUnknown({ ...search, page: Math.min(search.page, pages) }, facets);
  if (addressOf(known) !== addressOf(search)) throw redirect(wallAddressOf(known));
  const sizes = new Map((await services.trueSizes(listings)).map((size) => [size.listingId, size]));
  const pieces = listings.flatMap((listing): HungPiece[] => {
    const found = sizes.get(listing.id);
    if (!found) return [];
    const { image, box, sizeCm } = found;
    const size = { ...sizeCm, depth: listing.depthCm };
    return [{ id: listing.id, name: listing.name, makers: makersAndYear(listing), image, box, size }];
  });
  return data(
    { shop, search, pieces, chosen: chosen.filter((id) => sizes.has(id)) },
    {
      status: pieces.length > 0 ? 200 : 404,
      headers: until === null ? {} : { 'X-Page-Expires': String(until) },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, pieces } = loaderData;
  const shopName = shop.name;
  return [
    { name: 'robots', content: 'noindex' },
    ...pageMeta(shop, {
      title: `${t`At true size`} | ${shopName}`,
      description: t`Pieces of ${shopName} side by side at their true size.`,
      address: shop.publicUrl + collectionPath,
      image: pieces[0]?.image,
      type: 'website',
    }),
  ];
}

/** The pieces of a page of the collection, or the chosen ones of them, side by side to scale (docs/behaviour/close-look.md, 50 to 54). */
export default function CollectionWallPage({ loaderData: { search, pieces, chosen } }: Route.ComponentProps) {
  if (pieces.length === 0) return <NothingHangs search={search} />;
  const { middle, person } = room;
  const hung = chosen.length > 0 ? pieces.filter(({ id }) => chosen.includes(id)) : pieces;
  return (
    <main id="main" className="hang-page">
      <div className="page hang-head">
        <Link className="back" to={addressOf(search)}>
          <Icon name="back" small />
          <Trans>Back to Collection</Trans>
        </Link>
        <h1 className="heading-section">
          <Trans>At true size</Trans>
        </h1>
        <p className="muted">
          <Trans>
            Panels hang with their middle {middle} cm above the floor. The person is {person} cm tall.
          </Trans>
        </p>
      </div>
      <Hang pieces={hung} />
      <div className="page">
        <ChoosePieces {...{ search, pieces, chosen }} />
      </div>
    </main>
  );
}

function NothingHangs({ search }: { search: CollectionSearch }) {
  return (
    <StatePage
      title={t`No true sizes here`}
      action={
        <Link className="button" to={addressOf(search)}>
          <Trans>Back to Collection</Trans>
        </Link>
      }
    >
      <Trans>For these pieces the shop has no measures to draw them by.</Trans>
    </StatePage>
  );
}
