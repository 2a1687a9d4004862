import { data } from 'react-router';
import { pageServices } from '../context.ts';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/surface-page.ts';
import { LookNotFound } from './look-not-found.tsx';
import { findLookedAt, lookMeta, lookNotFoundMeta } from './look-page.ts';
import frameStyles from './viewer-frame.css?url';
import { ViewerFrame } from './viewer-frame.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: frameStyles }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, found] = await Promise.all([services.shop(), findLookedAt(services, params.id)]);
  return data({ shop, found }, { status: found ? 200 : 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, found } = loaderData;
  if (!found) return lookNotFoundMeta(shop);
  return lookMeta(shop, found, `${found.listing.name}, close`, `The surface of ${found.listing.name}`);
}

/** The surface of a piece (docs/behaviour/close-look.md, 3 to 19). */
export default function SurfacePage({ loaderData: { found } }: Route.ComponentProps) {
  if (!found) return <LookNotFound />;
  const { listing, look } = found;
  return (
    <ViewerFrame listing={listing} sizeCm={look.sizeCm} view="surface">
      <div className="viewer-stage">
        <Picture image={look.image} sizes="100vw" alt={look.image.alt || listing.name} eager />
      </div>
      <div className="viewer-side" />
    </ViewerFrame>
  );
}
