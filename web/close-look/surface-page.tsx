import { t } from '@lingui/core/macro';
import { data, redirect } from 'react-router';
import { ListingNotFound } from '../catalog/listing-not-found.tsx';
import { pageServices } from '../context.ts';
import type { Route } from './+types/surface-page.ts';
import { findLookedAt, lookMeta, lookNotFoundMeta } from './look-page.ts';
import { surfacePath } from './look-paths.ts';
import styles from './surface.css?url';
import { Surface } from './surface.tsx';
import sideStyles from './surface-side.css?url';
import { detailOf } from './view-address.ts';
import frameStyles from './viewer-frame.css?url';
import { ViewerFrame } from './viewer-frame.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: frameStyles },
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: sideStyles },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, found] = await Promise.all([services.shop(), findLookedAt(services, params.id)]);
  const { search } = new URL(request.url);
  const detail = detailOf(search, found?.look.details.length ?? 0);
  // The address of a detail that was removed leads to the whole piece.
  if (found && search.includes('detail=') && detail === null) throw redirect(surfacePath(found.listing.id));
  return data({ shop, found, detail }, { status: found ? 200 : 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, found, detail } = loaderData;
  if (!found) return lookNotFoundMeta(shop);
  const { listing, look } = found;
  const { name, text } = (detail === null ? undefined : look.details[detail - 1]) ?? { name: '', text: '' };
  const piece = listing.name;
  const title = name === '' ? t`${piece}, close` : `${name}, ${piece}`;
  return lookMeta(shop, found, title, text || t`The surface of ${piece}`);
}

/** The surface of a piece (docs/behaviour/close-look.md, 3 to 16). */
export default function SurfacePage({ loaderData: { found, detail } }: Route.ComponentProps) {
  if (!found) return <ListingNotFound />;
  const { listing, look } = found;
  return (
    <ViewerFrame listing={listing} hasWall={look.sizeCm !== null} view="surface">
      <Surface key={listing.id} listing={listing} look={look} detail={detail} />
    </ViewerFrame>
  );
}
