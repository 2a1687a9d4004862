import type { FastifyInstance } from 'fastify';
import { type Language, pathIn } from '#contract/languages.ts';
import { escapeXml } from '../xml.ts';
import { type RenderedResponse, sendCached } from './response-cache.ts';

export interface SiteFilesOptions {
  publicUrl: string;
  /** The name of the shop. */
  findName: () => Promise<string>;
  /** The pages that belong in the site map, by path, with the addresses of their pictures. */
  pages: () => Promise<{ path: string; pictures?: readonly string[] }[]>;
  /** The languages besides English that the owner shows. */
  shownLanguages: () => Promise<readonly Language[]>;
  /** Further files by path. */
  feeds: Readonly<Record<string, () => Promise<{ type: string; text: string; expiresAt: number | null }>>>;
}

/** Serves robots.txt, sitemap.xml, the web manifest and feeds. */
export function registerSiteFiles(
  app: FastifyInstance,
  { publicUrl, findName, pages, shownLanguages, feeds }: SiteFilesOptions,
): void {
  // Private pages are not disallowed: a crawler has to read them to see their noindex.
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''];
  const files: Record<string, () => Promise<RenderedResponse>> = {
    '/robots.txt': async () => textResponse('text/plain', robots.join('\n')),
    '/site.webmanifest': async () =>
      textResponse('application/manifest+json', JSON.stringify(siteManifest(await findName()))),
    '/sitemap.xml': async () => {
      const languages = await shownLanguages();
      const entries = (await pages()).flatMap(({ path, pictures = [] }) => {
        const images = pictures.map((url) => `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`);
        const addresses = ['en' as const, ...languages].map((language) => ({
          language,
          address: escapeXml(publicUrl + pathIn(language, path)),
        }));
        const versions = addresses.map(
          ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
        );
        const links = languages.length > 0 ? versions.join('') : '';
        return addresses.map(({ address }) => `<url><loc>${address}</loc>${links}${images.join('')}</url>`);
      });
      const namespaces = [
        'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
        'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
      ];
      if (languages.length > 0) namespaces.push('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
      return textResponse(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces.join(' ')}>${entries.join('')}</urlset>\n`,
      );
    },
  };
  for (const [path, find] of Object.entries(feeds))
    files[path] = async () => {
      const { type, text, expiresAt } = await find();
      return { ...textResponse(type, text), expiresAt };
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
