import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { onlinePictureHosts } from './catalog/catalog.ts';
import { registerPages } from './http/pages.ts';
import { registerSiteFiles } from './http/site-files.ts';
import { createPageServices } from './page-services.ts';
import type { Shop } from './shop.ts';

/** Everything that is no API, over the same shop: pages, robots.txt, sitemap.xml. With `development` pages come from the source. */
export async function registerWebsite(app: FastifyInstance, shop: Shop, development?: ViteDevServer): Promise<void> {
  registerSiteFiles(app, shop);
  await registerPages(app, {
    services: createPageServices(shop),
    catalogRevision: () => shop.database.catalogRevision(),
    pictureHosts: () => onlinePictureHosts(shop),
    clock: shop.clock,
    publicUrl: shop.settings.publicUrl,
    ...(development && { development }),
  });
}
