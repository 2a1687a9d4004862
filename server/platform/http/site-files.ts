import type { FastifyInstance } from 'fastify';
import { type RenderedResponse, sendCached } from './response-cache.ts';

export interface SiteFilesOptions {
  publicUrl: string;
  /** The name of the shop. */
  findName: () => Promise<string>;
  /** Paths of the pages that belong in the site map. */
  pages: () => Promise<string[]>;
}

/** Serves robots.txt, sitemap.xml and the web manifest. */
export function registerSiteFiles(app: FastifyInstance, { publicUrl, findName, pages }: SiteFilesOptions): void {
  // Private pages are not disallowed: a crawler has to read them to see their noindex.
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''];
  const files: Record<string, () => Promise<RenderedResponse>> = {
    '/robots.txt': async () => textResponse('text/plain', robots.join('\n')),
    '/site.webmanifest': async () =>
      textResponse('application/manifest+json', JSON.stringify(siteManifest(await findName()))),
    '/sitemap.xml': async () => {
      const entries = (await pages()).map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
      return textResponse(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      );
    },
  };
  for (const [path, render] of Object.entries(files))
    app.get(path, (request, reply) => sendCached(request, reply, path, render));
}

/** The web app manifest. Its icons are in public/, made from web/shell/favicon.svg. */
function siteManifest(name: string) {
  return {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    // --color-paper in web/styles/tokens.css, light theme.
    background_color: '#f9f6f0',
    theme_color: '#f9f6f0',
    icons: [192, 512].flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  };
}

function textResponse(type: string, text: string): RenderedResponse {
  const headers = { 'Content-Type': `${type}; charset=utf-8` };
  return { status: 200, headers, body: Buffer.from(text), expiresAt: null };
}

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
