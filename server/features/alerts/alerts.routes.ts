import type { alertEndpoints } from '#contract/alerts.ts';
import { isRefusal } from '#contract/errors.ts';
import { findAlertSettings, updateAlertSettings } from '#server/features/settings/settings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { countReaders } from './alerts.queries.ts';
import { addAlert, countOpenAlerts, listAlerts, stopAlert } from './alerts.ts';
import { newsletterList } from './newsletter.ts';

export function alertRoutes(shop: Shop): Handlers<keyof typeof alertEndpoints> {
  return {
    listAlerts: ({ query, session }) => listAlerts(shop, session.userId, query),
    addAlert: ({ body, session, address, pageLanguage }) =>
      addAlert(shop, { ...body, userId: session?.userId ?? null, language: pageLanguage ?? 'en' }, address),
    stopAlert: async ({ params, session }) => (await stopAlert(shop, session.userId, params.id)) ?? {},
    getAlertSettings: async () => ({
      settings: await findAlertSettings(shop.database.read),
      open: await countOpenAlerts(shop.database.read),
      readers: await countReaders(shop.database.read),
    }),
    downloadNewsletter: async ({ session }) => ({
      csv: await newsletterList(shop, session.userId),
      filename: 'newsletter.csv',
    }),
    updateAlertSettings: async ({ body: { expected, ...changes }, session }) => {
      const settings = await updateAlertSettings(shop, { adminId: session.userId, changes, expected });
      return isRefusal(settings) ? settings : { settings };
    },
  };
}
