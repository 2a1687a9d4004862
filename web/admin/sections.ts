import type { Role } from '#contract/roles.ts';
import type { PanelIconName } from './panel-icon.tsx';

export interface AdminSection {
  /** The last part of its path; the dashboard is `/admin` itself. */
  id: string;
  icon: PanelIconName;
  /** The lowest role that sees it. */
  least: Role;
  /** Only in a shop that takes real payments. */
  onlyWithProcessor?: true;
  /**
   * Its route module below web/. The default export starts with `<div className="bar"><h1>…`. Its `clientLoader` begins
   * with `await requireAdmin(least)` and passes every answer through `redirectIfDenied` (admin-access.ts). It has no server loader,
   * because the server renders no section.
   */
  file: string;
}

/**
 * The sections of the admin panel in the order of the navigation (docs/behaviour/admin.md, 2). routes.ts creates their
 * routes; section-titles.ts has their titles.
 */
export const sections = [
  { id: 'dashboard', icon: 'grid', least: 'viewer', file: 'admin/dashboard/dashboard-section.tsx' },
  { id: 'users', icon: 'people', least: 'viewer', file: 'admin/users/users-section.tsx' },
  { id: 'products', icon: 'picture', least: 'viewer', file: 'admin/products/products-section.tsx' },
  { id: 'orders', icon: 'receipt', least: 'viewer', file: 'admin/orders/orders-section.tsx' },
  { id: 'analysis', icon: 'chart', least: 'viewer', file: 'admin/analytics/analytics-section.tsx' },
  { id: 'logo', icon: 'leaf', least: 'owner', file: 'admin/logo/logo-section.tsx' },
  {
    id: 'enquiries',
    icon: 'letter',
    least: 'viewer',
    file: 'admin/enquiries/enquiries-section.tsx',
  },
  { id: 'holds', icon: 'clock', least: 'viewer', file: 'admin/holds/holds-section.tsx' },
  { id: 'artists', icon: 'artist', least: 'viewer', file: 'admin/artists/artists-section.tsx' },
  {
    id: 'payments',
    icon: 'card',
    least: 'viewer',
    onlyWithProcessor: true,
    file: 'admin/payments/payments-section.tsx',
  },
  { id: 'staff', icon: 'staff', least: 'owner', file: 'admin/staff/staff-section.tsx' },
  {
    id: 'settings',
    icon: 'sliders',
    least: 'viewer',
    file: 'admin/settings/settings-section.tsx',
  },
  { id: 'audit', icon: 'list', least: 'owner', file: 'admin/audit/audit-section.tsx' },
] as const satisfies readonly AdminSection[];

export type Section = (typeof sections)[number];
export type SectionId = Section['id'];

export function addressOf(id: SectionId): string {
  return id === 'dashboard' ? '/admin' : `/admin/${id}`;
}

/** The section of a path, also if the path is below that of the section. The dashboard for all other paths. */
export function sectionOf(pathname: string): Section {
  return sections.find(({ id }) => id !== 'dashboard' && isWithin(pathname, addressOf(id))) ?? sections[0];
}

function isWithin(pathname: string, address: string): boolean {
  return pathname === address || pathname.startsWith(`${address}/`);
}
