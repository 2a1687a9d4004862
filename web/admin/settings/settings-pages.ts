/** The pages below /admin/settings in the order of their navigation. routes.ts creates their routes. */
export const settingsPages = [
  { id: 'payments', title: 'Payments', file: 'admin/settings/payment-settings.tsx' },
] as const satisfies readonly { id: string; title: string; file: string }[];

type SettingsPage = (typeof settingsPages)[number];

export function addressOfSettings(id: SettingsPage['id']): string {
  return `/admin/settings/${id}`;
}

/** The page of a path. */
export function settingsPageOf(pathname: string): SettingsPage {
  return settingsPages.find(({ id }) => pathname.startsWith(addressOfSettings(id))) ?? settingsPages[0];
}
