import type { Role } from '#contract/roles.ts';

interface SettingsPageRow {
  id: string;
  /** The lowest role that sees it. Roles below owner see values instead of fields. */
  least: Role;
  file: string;
}

/**
 * The pages below /admin/settings in the order of their navigation; their titles are in settings-titles.ts. routes.ts creates their
 * routes.
 */
export const settingsPages = [
  { id: 'shop', least: 'viewer', file: 'admin/settings/shop/shop-settings.tsx' },
  { id: 'home', least: 'viewer', file: 'admin/settings/home/home-settings.tsx' },
  { id: 'payments', least: 'owner', file: 'admin/settings/payment-settings.tsx' },
  { id: 'delivery', least: 'viewer', file: 'admin/settings/delivery/delivery-settings.tsx' },
  { id: 'tax', least: 'owner', file: 'admin/settings/tax/tax-settings.tsx' },
  { id: 'letters', least: 'viewer', file: 'admin/settings/letters/letter-settings.tsx' },
  { id: 'alerts', least: 'viewer', file: 'admin/settings/alerts/alert-settings.tsx' },
  { id: 'languages', least: 'viewer', file: 'admin/settings/languages/language-settings.tsx' },
  { id: 'policies', least: 'viewer', file: 'admin/settings/policies/policy-settings.tsx' },
  {
    id: 'waiting-list',
    least: 'viewer',
    file: 'admin/settings/waiting/waiting-settings.tsx',
  },
  { id: 'backups', least: 'viewer', file: 'admin/settings/backups/backup-page.tsx' },
] as const satisfies readonly SettingsPageRow[];

export type SettingsPage = (typeof settingsPages)[number];

export function addressOfSettings(id: SettingsPage['id']): string {
  return `/admin/settings/${id}`;
}

/** The page of settings that a path belongs to; the first page if there is none. */
export function settingsPageOf(pathname: string): SettingsPage {
  return settingsPages.find(({ id }) => pathname.startsWith(addressOfSettings(id))) ?? settingsPages[0];
}
