import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { isAway, isBusy } from '#server/database/dialect.ts';
import { DatabaseAway } from '#server/database/failures.ts';
import { chooseEncoding } from './encodings.ts';
import { pagePolicy } from './headers.ts';
import { finishPage, type Page, passedOnHeaders, sendPage } from './page.ts';
import { pageAddress } from './page-address.ts';
import { createPageCache } from './page-cache.ts';
import { type RenderedPage, type RenderPage, renderBuild, renderSource } from './page-renderer.ts';
import { type PlainStatus, plainPage } from './plain-page.ts';
import { sendAccident } from './refusals.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';

export interface PagesOptions {
  /** What the loaders may ask for: PageServices of web/context.ts. */
  services: object;
  /** What public pages show, as one integer that only grows. Read on every request for a page. */
  catalogRevision: () => number | Promise<number>;
  /** Origins of online pictures in the collection: pages may load from there too. */
  pictureHosts: () => Promise<readonly string[]>;
  /** Epoch milliseconds. */
  clock: () => number;
  publicUrl: string;
  /** Vite's server in middleware mode: pages come from the source, uncached, with hot reload. */
  development?: ViteDevServer;
}

const clientDirectory = new URL('../../build/client/', import.meta.url);
const serverBuild = new URL('../../build/server/index.js', import.meta.url);
/** Bytes of pages kept in memory. */
const cacheCapacity = 64 * 1024 * 1024;
const retryAfterSeconds = '2';

/**
 * The web floor behind every address that nothing else answers: its files, and its pages through React Router. A plugin
 * of its own, because it must not read the bodies it is sent.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const renderer = { services: options.services, origin: new URL(options.publicUrl).origin };
  const { development } = options;
  const mount = development
    ? developmentPages(development, await renderSource(development, renderer))
    : productionPages(
        options,
        await renderBuild(serverBuild, renderer),
        await readStaticFiles(fileURLToPath(clientDirectory)),
      );
  await app.register((web, _options, done) => {
    web.removeAllContentTypeParsers();
    web.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    mount(web);
    done();
  });
}

type Mount = (web: FastifyInstance) => void;

function productionPages(
  { catalogRevision, pictureHosts, clock }: PagesOptions,
  { render, stylesheet }: Awaited<ReturnType<typeof renderBuild>>,
  files: Map<string, StaticFile>,
): Mount {
  const favicon = [...files].find(([address]) => /^\/assets\/favicon-.*\.svg$/.test(address))?.[1];
  const cache = createPageCache<Page>({ capacity: cacheCapacity, revision: catalogRevision, clock });
  return (web) => {
    refuseAllButReading(web, stylesheet);
    web.get('/assets/*', (request, reply) => {
      const file = files.get(pathOf(request));
      if (!file) return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not found');
      return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
    });
    if (favicon)
      web.get('/favicon.ico', (request, reply) => sendFile(request, reply, favicon, 'public, max-age=86400'));
    web.get('/*', async (request, reply) => {
      const { path, search } = pageAddress(request.url);
      const page = await cache.find(path + search, async (revision) => {
        const rendered = await render(path, search);
        noteFailures(request, rendered);
        return finishPage(orPlainPage(rendered, stylesheet), { pictureHosts: await pictureHosts(), revision });
      });
      if (page.status === 503) reply.header('Retry-After', retryAfterSeconds);
      return sendPage(request, reply, page);
    });
  };
}

function developmentPages(vite: ViteDevServer, render: RenderPage): Mount {
  return (web) => {
    refuseAllButReading(web, null);
    web.get('/*', async (request, reply) => {
      if (await isAnsweredBy(vite, request, reply)) return reply.hijack();
      const { path, search } = pageAddress(request.url);
      const rendered = await render(path, search);
      noteFailures(request, rendered);
      const { status, headers, body } = orPlainPage(rendered, null);
      reply.removeHeader('Content-Security-Policy');
      return reply.code(status).headers(passedOnHeaders(headers)).header('Cache-Control', 'no-store').send(body);
    });
  };
}

/** Pages are only read: what they send goes to the API. */
function refuseAllButReading(web: FastifyInstance, stylesheet: string | null): void {
  web.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    handler: (_request, reply) => sendPlainPage(reply.header('Allow', 'GET, HEAD'), 405, stylesheet),
  });
  web.setErrorHandler((error: FastifyError, request, reply) => {
    // What HTTP has a word for is the sender's doing.
    if (error.statusCode !== undefined && error.statusCode < 500) return sendAccident(error, request, reply);
    const status = isUnavailable(error) ? 503 : 500;
    request.log[status === 503 ? 'warn' : 'error']({ err: error }, 'a page failed');
    if (status === 503) reply.header('Retry-After', retryAfterSeconds);
    return sendPlainPage(reply, status, stylesheet);
  });
}

function noteFailures(request: FastifyRequest, { failures }: RenderedPage): void {
  for (const failure of failures) {
    request.log[isUnavailable(failure) ? 'warn' : 'error']({ err: failure }, 'a page failed');
  }
}

/** A failed page keeps React Router's own document, if it has one; its status says whether to come back soon. */
function orPlainPage(rendered: RenderedPage, stylesheet: string | null): RenderedPage {
  if (rendered.status < 500) return rendered;
  const status = rendered.failures.some(isUnavailable) ? 503 : 500;
  const { headers, body } = rendered;
  // Data for a page that is open already: the page finds its own words.
  if (body.length > 0 && (headers.has('x-remix-response') || headers.get('content-type')?.startsWith('text/html'))) {
    return { ...rendered, status };
  }
  return {
    ...rendered,
    status,
    headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8' }),
    body: Buffer.from(plainPage(status, stylesheet)),
  };
}

function sendPlainPage(reply: FastifyReply, status: PlainStatus, stylesheet: string | null) {
  return reply
    .code(status)
    .headers({ 'Content-Security-Policy': pagePolicy({ scripts: [], styles: [] }), 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(plainPage(status, stylesheet));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile, cacheControl: string) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding && file[encoding];
  if (compressed) reply.header('Content-Encoding', encoding);
  return reply
    .headers({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' })
    .type(file.type)
    .send(compressed || file.bytes);
}

/** Vite's own modules, the source and the hot reload: Vite writes the answer itself, or steps aside. */
async function isAnsweredBy(vite: ViteDevServer, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const steppedAside = new Promise<boolean>((resolve) =>
    vite.middlewares(request.raw, reply.raw, () => resolve(false)),
  );
  return Promise.race([steppedAside, once(reply.raw, 'close').then(() => true)]);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

function isUnavailable(failure: unknown): boolean {
  return failure instanceof DatabaseAway || isAway(failure) || isBusy(failure);
}
