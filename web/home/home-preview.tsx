import { t } from '@lingui/core/macro';
import { data } from 'react-router';
import { pageServices } from '../context.ts';
import { NotFound } from '../shell/failure-page.tsx';
import type { Route } from './+types/home-preview.ts';
import { viewOf } from './collection-address.ts';
import { loadHome } from './home-data.ts';
import { HomeSections } from './home-sections.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const draft = await services.homeDraft(params.draft);
  const loaded = draft && (await loadHome(services, viewOf(new URLSearchParams()), draft.home));
  return data(loaded?.page ?? null, { status: loaded ? 200 : 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? `${t`Preview`} | ${loaderData.shop.name}` : t`Page not found`;
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

/** The home page with what an owner has not saved yet (docs/behaviour/home.md). */
export default function HomePreview({ loaderData }: Route.ComponentProps) {
  return loaderData ? <HomeSections {...loaderData} /> : <NotFound />;
}
