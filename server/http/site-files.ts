import type { FastifyInstance } from 'fastify';
import { listListingIds } from '#server/catalog/catalog.ts';
import type { Shop } from '#server/shop.ts';

const privatePaths = ['/cart', '/payment', '/account', '/admin', '/api/'];

/** What search engines ask for: /robots.txt and /sitemap.xml (CONTRACT.md, Pages). */
export function registerSiteFiles(app: FastifyInstance, shop: Shop): void {
  const { publicUrl } = shop.settings;
  app.get('/robots.txt', (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...privatePaths.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
  app.get('/sitemap.xml', async (_request, reply) => {
    const pieces = (await listListingIds(shop)).map((id) => `${publicUrl}/product/${id}`);
    const entries = [`${publicUrl}/`, ...pieces].map((address) => `<url><loc>${escapeXml(address)}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      );
  });
}

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
