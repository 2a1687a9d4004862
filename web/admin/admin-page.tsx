import { useEffect, useSyncExternalStore } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router';
import { call } from '../api.ts';
import { FailurePage } from '../shell/failure-page.tsx';
import type { Route } from './+types/admin-page.ts';
import { forgetAdmin, isConfirmed, requireAdmin, subscribeToConfirmation } from './admin-access.ts';
import { AdminFrame } from './admin-frame.tsx';
import { sectionOf } from './sections.ts';

/** Who is asking is the browser's knowledge: the server renders the frame alone. */
export async function clientLoader() {
  await requireAdmin();
  const answer = await call('listEnquiries', { query: { page: 1, pageSize: 1 } });
  return { openEnquiries: answer.success ? answer.unread : 0 };
}

/** Not at every step within the panel; after a change it is. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

export function meta({ matches, location }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  const title = [sectionOf(location.pathname).title, 'Admin', shop].filter(Boolean).join(' | ');
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

export function HydrateFallback() {
  // The shell's words while the session is checked, then the panel's (SPEC.md §2).
  const confirmed = useSyncExternalStore(subscribeToConfirmation, isConfirmed, () => false);
  return (
    <AdminFrame>
      <main className="main" id="main">
        <p className="state muted" role="status">
          {confirmed ? 'Loading admin panel...' : 'Loading...'}
        </p>
      </main>
    </AdminFrame>
  );
}

/** Admin panel (SPEC.md §2): the frame around its sections. */
export default function AdminPage({ loaderData }: Route.ComponentProps) {
  useEffect(() => forgetAdmin, []);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLeaving = next !== undefined && next !== pathname;
  return (
    <AdminFrame openEnquiries={loaderData.openEnquiries}>
      <main
        className={isLeaving ? 'main opacity-50 transition-opacity delay-300' : 'main'}
        id="main"
        aria-busy={isLeaving}
      >
        <Outlet />
      </main>
    </AdminFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame>
      <FailurePage failure={error} />
    </AdminFrame>
  );
}
