import { t } from '@lingui/core/macro';
import { NavLink, Outlet, redirect, useLocation } from 'react-router';
import { hasRole } from '#contract/roles.ts';
import { requireAdmin, useRole } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { useCurrentInView } from '../use-current-in-view.ts';
import type { Route } from './+types/settings-section.ts';
import { addressOfSettings, settingsPageOf, settingsPages } from './settings-pages.ts';
import { settingsTitles } from './settings-titles.ts';

/** `/admin/settings` itself has no page: it leads to the first one that the role of the signed-in person sees. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const role = await requireAdmin();
  if (!/\/settings\/?$/.test(new URL(request.url).pathname)) return null;
  const [first] = settingsPages.filter(({ least }) => role === null || hasRole(role, least));
  throw redirect(first ? addressOfSettings(first.id) : '/admin');
}

/** The settings of the shop: one page for each section. Each page is saved separately. */
export default function SettingsSection() {
  const { id } = settingsPageOf(useLocation().pathname);
  const row = useCurrentInView(id);
  const role = useRole();
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/settings" title={t`Settings`} />
        <h1>{settingsTitles[id]}</h1>
      </div>
      <div className="settings-columns">
        <nav className="sub-nav" aria-label={t`Settings`} ref={row}>
          {settingsPages
            .filter(({ least }) => hasRole(role, least))
            .map((page) => (
              <NavLink key={page.id} to={addressOfSettings(page.id)}>
                {settingsTitles[page.id]}
              </NavLink>
            ))}
        </nav>
        <Outlet />
      </div>
    </>
  );
}
