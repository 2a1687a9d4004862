import { t } from '@lingui/core/macro';
import type { SettingsPage } from './settings-pages.ts';

/** Not in settings-pages.ts, which routes.ts imports without the macros of translations. */
export const settingsTitles: Readonly<Record<SettingsPage['id'], string>> = {
  shop: t`Shop`,
  home: t`Home page`,
  payments: t`Payments`,
  delivery: t`Delivery`,
  tax: t`Tax`,
  letters: t`Emails`,
  alerts: t`Alerts`,
  languages: t`Languages`,
  policies: t`Policies`,
  'waiting-list': t`Waiting list`,
  backups: t`Backups`,
};
