import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { openSignIn } from '../account/sign-in-state.ts';
import { call } from '../api.ts';
import { FailurePage } from '../shell/failure-page.tsx';
import { storedToken } from '../stored-session.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { useIsLate } from '../ui/use-is-late.ts';
import type { Route } from './+types/admin-page.ts';
import { confirmAnewAfterLeaving, requireAdmin, useRole } from './admin-access.ts';
import { AdminFrame } from './admin-frame.tsx';
import { NewOrdersAnnouncement } from './orders/new-orders.tsx';
import { useOrderNewsUpdates } from './orders/order-news.ts';
import stylesheet from './panel.css?url';
import { panelMeta } from './panel-meta.ts';
import { sectionTitles } from './section-titles.ts';
import { sectionOf } from './sections.ts';
import { useReload } from './use-reload.ts';

/** The server renders only the frame, because the session token is stored in the browser. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (storedToken() === null) openSignInThenReturn(request);
  await requireAdmin();
  const [enquiries, letters] = await Promise.all([
    call('listEnquiries', { query: { page: 1, pageSize: 1 } }),
    call('countLetterRecipients'),
  ]);
  return {
    openEnquiries: enquiries.success ? enquiries.unread : 0,
    /** Number of owners who receive email, or null if it is unknown. */
    letterRecipients: letters.success ? letters.recipients : null,
  };
}

/** Opens the sign-in dialog, which leads back here. The home page is behind it, because requireAdmin redirects there. */
function openSignInThenReturn({ url }: Request): void {
  const { pathname, search } = new URL(url);
  openSignIn({ continueTo: { panel: pathname + search } });
}

/** The loader runs again after every change, but not for navigations within the panel. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export function meta({ matches, location }: Route.MetaArgs) {
  return panelMeta(sectionTitles[sectionOf(location.pathname).id], matches[0].loaderData?.shop.name);
}

export function HydrateFallback() {
  // Shows the text of the session check first, then that of the panel (docs/behaviour/admin.md, 2).
  const isConfirmed = useRole() !== null;
  return (
    <AdminFrame>
      <main className="main" id="main">
        <p className="state muted" role="status">
          {isConfirmed ? t`Loading admin panel...` : t`Loading...`}
        </p>
      </main>
    </AdminFrame>
  );
}

/** Admin panel: the frame around its sections (docs/behaviour/admin.md, 2). */
export default function AdminPage({ loaderData }: Route.ComponentProps) {
  useEffect(() => confirmAnewAfterLeaving, []);
  const { revalidate } = useRevalidator();
  // The callback runs when the user is no longer an admin. Then the loaders run again, and their refused calls redirect to the home page.
  useOrderNewsUpdates(useCallback(() => void revalidate(), [revalidate]));
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLeaving = next !== undefined && next !== pathname;
  const isSalesLate = useIsLate(isLeaving && next === '/admin/analysis' ? next : undefined);
  return (
    <AdminFrame openEnquiries={loaderData.openEnquiries}>
      <NewOrdersAnnouncement />
      <main
        className={isLeaving ? 'main opacity-50 transition-opacity delay-300' : 'main'}
        id="main"
        aria-busy={isLeaving}
      >
        {isSalesLate ? <SalesLoading /> : <Outlet />}
      </main>
    </AdminFrame>
  );
}

/** Shown while the chart library loads. The section shows the same text while the sales are loading. */
function SalesLoading() {
  return (
    <p className="state muted" role="status">
      {t`Loading sales data...`}
    </p>
  );
}

/** An error in a section leaves the rest of the panel usable. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  // There is no such section, or its script could not be loaded: trying again within the page cannot help.
  const isSectionMissing = isRouteErrorResponse(error) || (error instanceof Error && error.name === 'PageScriptError');
  return (
    <AdminFrame openEnquiries={loaderData?.openEnquiries ?? 0}>
      {isSectionMissing ? <FailurePage failure={error} /> : <SectionFailure />}
    </AdminFrame>
  );
}

function SectionFailure() {
  const { id } = sectionOf(useLocation().pathname);
  const { state } = useRevalidator();
  const reload = useReload();
  return (
    <main className="main" id="main">
      <div className="bar">
        <h1>{sectionTitles[id]}</h1>
      </div>
      <Note tone="failed">
        <span className="flex flex-wrap items-center gap-x-4">
          <Trans>This section could not be shown. The rest of the panel can be used as before.</Trans>
          <Button variant="text" busy={state === 'loading'} onClick={reload}>
            {t`Try Again`}
          </Button>
        </span>
      </Note>
    </main>
  );
}
