import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { policyAddress } from '#contract/policies.ts';
import { listArtistPages } from './features/artists/artists.ts';
import { listListingPictures, onlinePictureHosts } from './features/catalog/catalog.ts';
import { atomFeed, merchantFeed, oembedOf, pictureAddresses } from './features/feeds/feeds.ts';
import { findShopFacts, findShownLanguages, listPolicies } from './features/settings/settings.ts';
import { registerOembed } from './platform/http/oembed.ts';
import { registerPages } from './platform/http/pages.ts';
import { registerSecurityTxt } from './platform/http/security-txt.ts';
import { registerSiteFiles } from './platform/http/site-files.ts';
import type { Shop } from './shop.ts';
import { createTranslatedServices } from './translated-services.ts';

/**
 * Adds everything besides the API: pages, robots.txt, sitemap.xml, security.txt, the feeds and oEmbed. With `development` pages are
 * rendered from the source. Returns a function that reads the built pages (registerPages).
 */
export async function registerWebsite(
  app: FastifyInstance,
  shop: Shop,
  development?: ViteDevServer,
): Promise<() => Promise<unknown>> {
  const { publicUrl, securityContact } = shop.settings;
  const shownLanguages = () => findShownLanguages(shop.database.read);
  registerSiteFiles(app, {
    publicUrl,
    findName: async () => (await findShopFacts(shop.database.read, shop)).name,
    pages: () => listPages(shop),
    shownLanguages,
    feeds: { '/feed.xml': () => atomFeed(shop), '/feeds/google.xml': () => merchantFeed(shop) },
  });
  registerOembed(app, (request) => oembedOf(shop, request));
  registerSecurityTxt(app, { contact: securityContact, publicUrl, clock: shop.clock });
  return registerPages(app, {
    services: (language) => createTranslatedServices(shop, language),
    shownLanguages,
    pictureHosts: () => onlinePictureHosts(shop),
    publicUrl,
    ...(development && { development }),
  });
}

/** The pages that belong in the site map. */
async function listPages(shop: Shop): Promise<{ path: string; pictures?: string[] }[]> {
  const { read } = shop.database;
  const [listings, artists, policies] = await Promise.all([
    listListingPictures(shop),
    listArtistPages(read),
    listPolicies(read),
  ]);
  const products = listings.map(({ id, pictures }) => ({
    path: `/product/${id}`,
    pictures: pictureAddresses(shop, pictures),
  }));
  const others = [...artists, ...policies.map(policyAddress)].map((path) => ({ path }));
  return [{ path: '/' }, { path: '/collection' }, ...products, ...others];
}
