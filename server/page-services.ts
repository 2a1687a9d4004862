import { isRefusal } from '#contract/errors.ts';
import type { PageServices } from '#contract/page-services.ts';
import { findListing, listListings } from './features/catalog/catalog.ts';
import { findLogos } from './features/media/media.ts';
import { paymentOptionsOf } from './features/payments/payments.ts';
import { findDeliveryFacts, findPaymentSettings, findPolicy, listPolicies } from './features/settings/settings.ts';
import type { Shop } from './shop.ts';

/** The data that public pages read, the same for every visitor. */
export function createPageServices(shop: Shop) {
  const { shopName, currency, timeZone, publicUrl } = shop.settings;
  return {
    async shop() {
      const { light, dark } = await findLogos(shop.database.read);
      const payments = paymentOptionsOf(shop.settings, await findPaymentSettings(shop.database.read));
      const delivery = await findDeliveryFacts(shop.database.read);
      const policies = await listPolicies(shop.database.read);
      const facts = { name: shopName, currency, timezone: timeZone, publicUrl, payments, delivery, policies };
      return { ...facts, logo: light, logoDark: dark };
    },
    listings: (request) => listListings(shop, request),
    listing: async (id) => {
      const listing = await findListing(shop, id);
      return isRefusal(listing) ? null : listing;
    },
    policy: (name) => findPolicy(shop.database.read, name),
    clock: shop.clock,
  } satisfies PageServices;
}
