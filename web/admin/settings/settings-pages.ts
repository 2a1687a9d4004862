import type { Role } from '#contract/roles.ts';

interface SettingsPageRow {
  id: string;
  title: string;
  /** The lowest role that sees it. Roles below owner see values instead of fields. */
  least: Role;
  file: string;
}

/** The pages below /admin/settings in the order of their navigation. routes.ts creates their routes. */
export const settingsPages = [
  { id: 'shop', title: 'Shop', least: 'viewer', file: 'admin/settings/shop/shop-settings.tsx' },
  { id: 'home', title: 'Home page', least: 'viewer', file: 'admin/settings/home/home-settings.tsx' },
  { id: 'payments', title: 'Payments', least: 'owner', file: 'admin/settings/payment-settings.tsx' },
  { id: 'delivery', title: 'Delivery', least: 'viewer', file: 'admin/settings/delivery/delivery-settings.tsx' },
  { id: 'tax', title: 'Tax', least: 'owner', file: 'admin/settings/tax/tax-settings.tsx' },
  { id: 'letters', title: 'Emails', least: 'viewer', file: 'admin/settings/letters/letter-settings.tsx' },
  { id: 'alerts', title: 'Alerts', least: 'viewer', file: 'admin/settings/alerts/alert-settings.tsx' },
  { id: 'languages', title: 'Languages', least: 'viewer', file: 'admin/settings/languages/language-settings.tsx' },
  { id: 'policies', title: 'Policies', least: 'viewer', file: 'admin/settings/policies/policy-settings.tsx' },
  {
    id: 'waiting-list',
    title: 'Waiting list',
    least: 'viewer',
    file: 'admin/settings/waiting/waiting-settings.tsx',
  },
  { id: 'backups', title: 'Backups', least: 'viewer', file: 'admin/settings/backups/backup-page.tsx' },
] as const satisfies readonly SettingsPageRow[];

type SettingsPage = (typeof settingsPages)[number];

export function addressOfSettings(id: SettingsPage['id']): string {
  return `/admin/settings/${id}`;
}

/** The page of a path. */
export function settingsPageOf(pathname: string): SettingsPage {
  return settingsPages.find(({ id }) => pathname.startsWith(addressOfSettings(id))) ?? settingsPages[0];
}
