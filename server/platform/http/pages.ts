import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { verifyPath } from '#contract/certificate-names.ts';
import { hasInvented } from '#contract/collection-search.ts';
import { previewPath } from '#contract/home-preview.ts';
import { type Language, pathIn } from '#contract/languages.ts';
import type { PageServices } from '#contract/page-services.ts';
import { isBusy, isConnectionFailure } from '#server/platform/database/database-errors.ts';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import { chooseEncoding, matchesEtag } from './encodings.ts';
import { type FallbackStatus, fallbackPage } from './fallback-page.ts';
import { pagePolicy } from './headers.ts';
import { pageAddress, unknownPage } from './page-address.ts';
import { divideByLanguage } from './page-language.ts';
import { type RenderedPage, type RenderPage, renderBuild, renderSource } from './page-renderer.ts';
import { pageResponse, retryAfterSeconds, selectHeaders } from './page-response.ts';
import { countedPage } from './page-visits.ts';
import { sendInternalError } from './refusals.ts';
import { type RenderedResponse, sendCached } from './response-cache.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';

export interface PagesOptions {
  /** Passed to the loaders of the pages in a language. */
  services: (language: Language) => PageServices;
  /** The languages besides English that the owner shows. */
  shownLanguages: () => Promise<readonly Language[]>;
  /** Origins of online pictures in the collection, from which pages may load (decision 0011). */
  pictureHosts: () => Promise<readonly string[]>;
  publicUrl: string;
  /** Vite's server in middleware mode: pages are rendered from the source, uncached, with hot reload. */
  development?: ViteDevServer;
}

const buildDirectory = new URL('../../../build/', import.meta.url);

/**
 * Adds the pages and the built files at every path that has no other route. They are a plugin of their own because they
 * never read a request's body. Returns a function that reads the built pages in English; a request that needs them earlier reads them.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<() => Promise<unknown>> {
  const origin = new URL(options.publicUrl).origin;
  const { development, services } = options;
  const sites = readSites(options, origin);
  const mount = development
    ? developmentPages(development, await renderSource(development, { services: services('en'), origin }))
    : productionPages(options, sites);
  await app.register((web, _options, done) => {
    web.removeAllContentTypeParsers();
    web.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    mount(web);
    done();
  });
  return development ? async () => undefined : sites.english;
}

type Mount = (web: FastifyInstance) => void;

/** The pages and files that were built for a language. */
interface Site extends Awaited<ReturnType<typeof renderBuild>> {
  files: Map<string, StaticFile>;
}

/** The pages in the languages of the shop. */
interface Sites {
  english(): Promise<Site>;
  /** Resolves to null for a language that is not shown. */
  find(language: Language): Promise<Site | null>;
  /** Finds a file of the built pages. Its name has a hash of its content, so the same address has the same content in all languages. */
  findFile(address: string): Promise<StaticFile | undefined>;
}

/** Reads the pages of a language when they are first needed, to save memory and time at the start. */
function readSites(options: PagesOptions, origin: string): Sites {
  const sites = new Map<Language, Promise<Site>>();
  const read = (language: Language) => {
    const known = sites.get(language);
    if (known) return known;
    const site = readSite(language, options, origin);
    sites.set(language, site);
    // A failure is not remembered, so the next visitor tries again.
    site.catch(() => sites.delete(language));
    return site;
  };
  return {
    english: () => read('en'),
    async find(language) {
      return language === 'en' || (await options.shownLanguages()).includes(language) ? read(language) : null;
    },
    async findFile(address) {
      const file = (await read('en')).files.get(address);
      if (file) return file;
      // Another process may have sent the page that needs the file, before this one has read the pages of its language.
      const others = await Promise.all((await options.shownLanguages()).map(read));
      return others.find(({ files }) => files.has(address))?.files.get(address);
    },
  };
}

async function readSite(language: Language, { services }: PagesOptions, origin: string): Promise<Site> {
  const directory = language === 'en' ? buildDirectory : new URL(`${language}/`, buildDirectory);
  return {
    files: readStaticFiles(fileURLToPath(new URL('client/', directory))),
    ...(await renderBuild(new URL('server/index.js', directory), { services: services(language), origin })),
  };
}

function productionPages({ pictureHosts }: PagesOptions, { english, find, findFile }: Sites): Mount {
  const findStylesheet = async () => (await english()).stylesheet;
  return (web) => {
    refuseOtherMethods(web, findStylesheet);
    web.get('/assets/*', async (request, reply) => {
      const file = await findFile(pathOf(request));
      if (!file) return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not found');
      return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
    });
    web.get('/*', async (request, reply) => {
      const { files, routeIds, render, stylesheet } = await english();
      const icon = files.get(pathOf(request));
      if (icon) return sendFile(request, reply, icon, 'public, max-age=86400');
      const { language, rest } = divideByLanguage(request.url);
      // All languages have the same routes.
      const { path, search } = pageAddress(rest, routeIds);
      const address = pathIn(language, path);
      const answer = async (mayBeFramed: boolean) => {
        const site = await find(language);
        const rendered = await (site ? site.render(address, search) : render(unknownPage, ''));
        logFailures(request, rendered);
        return pageResponse(withFallback(rendered, stylesheet), { pictureHosts: await pictureHosts(), mayBeFramed });
      };
      if (path.startsWith(previewPath)) return sendUncached(reply, await answer(true));
      if (path.startsWith(verifyPath) || hasInvented(new URLSearchParams(search)))
        return sendUncached(reply, await answer(false));
      const counted = countedPage(path);
      return sendCached(request, reply, address + search, async () => ({ ...(await answer(false)), counted }));
    });
  };
}

function sendUncached(reply: FastifyReply, { status, headers, body }: RenderedResponse) {
  return reply.code(status).headers(headers).header('Cache-Control', 'no-store').send(body);
}

function developmentPages(vite: ViteDevServer, render: RenderPage): Mount {
  return (web) => {
    refuseOtherMethods(web, async () => null);
    web.get('/*', async (request, reply) => {
      if (await isAnsweredBy(vite, request, reply)) return reply.hijack();
      const { path, search } = pageAddress(request.url);
      const rendered = await render(path, search);
      logFailures(request, rendered);
      const { status, headers, body } = withFallback(rendered, null);
      reply.removeHeader('Content-Security-Policy');
      return reply.code(status).headers(selectHeaders(headers)).header('Cache-Control', 'no-store').send(body);
    });
  };
}

/** Answers 405 to every method but GET and HEAD, and sets the error page. */
function refuseOtherMethods(web: FastifyInstance, findStylesheet: () => Promise<string | null>): void {
  web.route({
    method: web.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: '/*',
    handler: async (_request, reply) =>
      sendFallbackPage(reply.header('Allow', 'GET, HEAD'), 405, await findStylesheet()),
  });
  web.setErrorHandler(async (error: FastifyError, request, reply) => {
    // An error with a status below 500 was caused by the request.
    if (error.statusCode !== undefined && error.statusCode < 500) return sendInternalError(error, request, reply);
    const status = isUnavailable(error) ? 503 : 500;
    request.log[status === 503 ? 'warn' : 'error']({ err: error }, 'a page failed');
    if (status === 503) reply.header('Retry-After', retryAfterSeconds);
    // If the pages themselves cannot be read, there is no stylesheet either.
    return sendFallbackPage(reply, status, await findStylesheet().catch(() => null));
  });
}

function logFailures(request: FastifyRequest, { failures }: RenderedPage): void {
  for (const failure of failures) {
    request.log[isUnavailable(failure) ? 'warn' : 'error']({ err: failure }, 'a page failed');
  }
}

/**
 * Gives a failed page the status 500, or 503 if it can be tried again soon. Keeps the document that React Router made for it; if there is
 * none, adds the fallback page.
 */
function withFallback(rendered: RenderedPage, stylesheet: string | null): RenderedPage {
  if (rendered.status < 500) return rendered;
  const status = rendered.failures.some(isUnavailable) ? 503 : 500;
  const { headers, body } = rendered;
  // Data for a page that is already open has no document: the page shows its own error.
  if (body.length > 0 && (headers.has('x-remix-response') || headers.get('content-type')?.startsWith('text/html'))) {
    return { ...rendered, status };
  }
  return {
    ...rendered,
    status,
    headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8' }),
    body: Buffer.from(fallbackPage(status, stylesheet)),
  };
}

function sendFallbackPage(reply: FastifyReply, status: FallbackStatus, stylesheet: string | null) {
  return reply
    .code(status)
    .headers({ 'Content-Security-Policy': pagePolicy({ scripts: [], styles: [] }), 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(fallbackPage(status, stylesheet));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile, cacheControl: string) {
  reply.headers({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ETag: file.etag });
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding && file[encoding];
  if (compressed) reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(compressed || file.bytes);
}

/** Lets Vite answer requests for modules and hot reload. Resolves to whether it did. */
async function isAnsweredBy(vite: ViteDevServer, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const passedOn = new Promise<boolean>((resolve) => vite.middlewares(request.raw, reply.raw, () => resolve(false)));
  return Promise.race([passedOn, once(reply.raw, 'close').then(() => true)]);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

function isUnavailable(failure: unknown): boolean {
  return failure instanceof ServiceUnavailable || isConnectionFailure(failure) || isBusy(failure);
}
