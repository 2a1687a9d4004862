import { isRefusal } from '#contract/errors.ts';
import type { ContactLine, PageServices } from '#contract/page-services.ts';
import type { ShopContact } from '#contract/shop.ts';
import { addressLines } from '#contract/shop-address.ts';
import { shopContactOf } from '#contract/shop-settings.ts';
import { findListing, listListings } from './features/catalog/catalog.ts';
import { findHomeDraft, findHomePage } from './features/home/home.ts';
import { findLogos } from './features/media/media.ts';
import { paymentOptionsOf } from './features/payments/payments.ts';
import { findPolicy, findPublicSettings } from './features/settings/settings.ts';
import type { Shop } from './shop.ts';

/** The data that public pages read, the same for every visitor. */
export function createPageServices(shop: Shop) {
  const { currency, timeZone, publicUrl } = shop.settings;
  return {
    async shop() {
      const { light, dark } = await findLogos(shop.database.read);
      const { facts, payments, delivery, policies } = await findPublicSettings(shop.database.read, shop);
      const contact = shopContactOf(facts);
      return {
        ...{ name: facts.name, currency, timezone: timeZone, publicUrl, logo: light, logoDark: dark },
        ...{ payments: paymentOptionsOf(shop.settings, payments), delivery, policies },
        ...{ contact, contactLines: linesOf(contact) },
      };
    },
    listings: (request) => listListings(shop, request),
    listing: async (id) => {
      const listing = await findListing(shop, id);
      return isRefusal(listing) ? null : listing;
    },
    home: () => findHomePage(shop),
    homeDraft: (id) => findHomeDraft(shop, id),
    policy: (name) => findPolicy(shop.database.read, name),
    clock: shop.clock,
  } satisfies PageServices;
}

function linesOf({ legalName, address, email, phone, hours }: ShopContact): ContactLine[] {
  return [
    ...(legalName ? [{ text: legalName }] : []),
    ...(address ? [{ text: addressLines(address).join(', ') }] : []),
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` }] : []),
    ...(hours ? [{ text: hours }] : []),
  ];
}
