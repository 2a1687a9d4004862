import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { listListingIds, onlinePictureHosts } from './features/catalog/catalog.ts';
import { createPageServices } from './page-services.ts';
import { registerPages } from './platform/http/pages.ts';
import { registerSecurityTxt } from './platform/http/security-txt.ts';
import { registerSiteFiles } from './platform/http/site-files.ts';
import type { Shop } from './shop.ts';

/** Adds everything besides the API: pages, robots.txt, sitemap.xml, security.txt. With `development` pages are rendered from the source. */
export async function registerWebsite(app: FastifyInstance, shop: Shop, development?: ViteDevServer): Promise<void> {
  const { publicUrl, shopName, securityContact } = shop.settings;
  registerSiteFiles(app, { publicUrl, shopName, listingIds: () => listListingIds(shop) });
  registerSecurityTxt(app, { contact: securityContact, publicUrl, clock: shop.clock });
  await registerPages(app, {
    services: createPageServices(shop),
    pictureHosts: () => onlinePictureHosts(shop),
    publicUrl,
    ...(development && { development }),
  });
}
