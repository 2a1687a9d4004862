import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findPaymentSettings, updatePaymentSettings } from './settings.ts';

export function settingsRoutes(shop: Shop): Handlers<'getPaymentSettings' | 'updatePaymentSettings'> {
  return {
    getPaymentSettings: async () => ({ settings: await findPaymentSettings(shop.database.read) }),
    updatePaymentSettings: async ({ body, session }) => {
      const settings = await updatePaymentSettings(shop, session.userId, body);
      return isRefusal(settings) ? settings : { settings };
    },
  };
}
