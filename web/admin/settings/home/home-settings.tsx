import type { HomeSettings as Settings } from '#contract/home.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/home-settings.ts';
import { HomeForm } from './home-form.tsx';
import stylesheet from './home-settings.css?url';
import { HomeValues } from './home-values.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function clientLoader() {
  await requireAdmin();
  const answer = redirectIfDenied(await call('getHomeSettings'));
  if (!answer.success) return answer;
  return { ...answer, pieces: await listingsFor(answer.settings) };
}

/** The newest pieces, and the chosen one; empty if they cannot be loaded. */
async function listingsFor({ heroListingId }: Settings) {
  const query = { page: 1, pageSize: limits.pageSize, sort: 'date', order: 'desc' } as const;
  const newest = await call('listListings', { query });
  const listings = newest.success ? newest.listings : [];
  if (heroListingId === '' || listings.some(({ id }) => id === heroListingId)) return listings;
  const chosen = await call('getListing', { params: { id: heroListingId } });
  return chosen.success ? [...listings, chosen.listing] : listings;
}

/** The piece, words and pictures of the home page (docs/behaviour/home.md). Owners change them; others read them. */
export default function HomeSettings({ loaderData: answer }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  if (!answer.success) return <ListFailure message={answer.message} />;
  if (!isOwner) return <HomeValues {...answer.settings} pieces={answer.pieces} />;
  return <HomeForm saved={answer.settings} pieces={answer.pieces} />;
}
