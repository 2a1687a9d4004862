import { NavLink, Outlet, redirect, useLocation } from 'react-router';
import { hasRole } from '#contract/roles.ts';
import { useRole } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import type { Route } from './+types/settings-section.ts';
import { addressOfSettings, settingsPageOf, settingsPages } from './settings-pages.ts';

/** `/admin/settings` itself has no page. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (/\/settings\/?$/.test(new URL(request.url).pathname)) throw redirect(addressOfSettings(settingsPages[0].id));
  return null;
}

/** The settings of the shop: one page for each section, each saved on its own. */
export default function SettingsSection() {
  const { title } = settingsPageOf(useLocation().pathname);
  const role = useRole();
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/settings" title="Settings" />
        <h1>{title}</h1>
      </div>
      <div className="settings-columns">
        <nav className="sub-nav" aria-label="Settings">
          {settingsPages
            .filter(({ least }) => hasRole(role, least))
            .map((page) => (
              <NavLink key={page.id} to={addressOfSettings(page.id)}>
                {page.title}
              </NavLink>
            ))}
        </nav>
        <Outlet />
      </div>
    </>
  );
}
