import { requireAdmin } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { addressOf } from '../../sections.ts';
import type { Route } from './+types/close-look-page.ts';
import stylesheet from './close-look.css?url';
import { LightsPanel } from './lights-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader() {
  await requireAdmin();
}

export function meta({ matches }: Route.MetaArgs) {
  const title = ['Look closer', 'Admin', matches[0].loaderData?.shop.name].filter(Boolean).join(' | ');
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

/** What the viewer shows of a piece beside its pictures (docs/behaviour/close-look.md). */
export default function CloseLookPage({ params: { id } }: Route.ComponentProps) {
  return (
    <>
      <div className="bar">
        <Crumbs to={addressOf('products')} title="Products" />
        <h1 className="mr-0! wrap-anywhere">Look closer</h1>
      </div>
      <div className="close-look">
        <ScanPanel listingId={id} />
        <LightsPanel listingId={id} />
      </div>
    </>
  );
}
