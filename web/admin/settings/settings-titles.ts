import { t } from '@lingui/core/macro';
import type { SettingsPage } from './settings-pages.ts';

/** The titles of the pages. They are not in settings-pages.ts, because routes.ts imports that file without the translation macros. */
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
