import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { PageServices } from '#contract/page-services.ts';
import { importBuild } from './import-build.ts';

/** A complete page as React Router returned it. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Errors thrown by loaders and components. */
  failures: unknown[];
}

/** Renders the page at an address. `path` starts with one slash; `search` is empty or starts with a question mark. */
export type RenderPage = (path: string, search: string) => Promise<RenderedPage>;

/** React Router's server build, with what web/entry.server.tsx exports besides. */
type PageBuild = ServerBuild & {
  entry: {
    module: {
      createRequestHandler: typeof createRequestHandler;
      RouterContextProvider: typeof RouterContextProvider;
      provide(context: RouterContextProvider, services: PageServices, report: (failure: unknown) => void): void;
      stylesheet: string;
    };
  };
};

interface RendererOptions {
  /** Passed to the loaders. */
  services: PageServices;
  /** The origin of the request that loaders receive, independent of the Host header. */
  origin: string;
}

/** Renders from the build at `serverBuild`. Also returns the ids of its routes and the address of the stylesheet of every page. */
export async function renderBuild(serverBuild: URL, options: RendererOptions) {
  // React chooses its production build by this variable when it is first imported.
  process.env.NODE_ENV ??= 'production';
  // The bundler writes this module from react-router.config.ts and web/entry.server.tsx, which have these types.
  const build = (await importBuild(serverBuild)) as PageBuild;
  return {
    render: await rendererOf(async () => build, 'production', options),
    routeIds: Object.keys(build.routes),
    stylesheet: build.entry.module.stylesheet,
  };
}

/** Renders from the source through Vite: every request uses the files as they were last saved. */
export async function renderSource(vite: ViteDevServer, options: RendererOptions): Promise<RenderPage> {
  // React Router's Vite plugin provides this module with the same types.
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PageBuild;
  return rendererOf(load, 'development', options);
}

async function rendererOf(
  load: () => Promise<PageBuild>,
  mode: 'production' | 'development',
  { services, origin }: RendererOptions,
): Promise<RenderPage> {
  const handlerOf = (build: PageBuild) => build.entry.module.createRequestHandler(build, mode);
  const production = mode === 'production' ? handlerOf(await load()) : null;
  return async (path, search) => {
    const build = await load();
    const failures: unknown[] = [];
    const context = new build.entry.module.RouterContextProvider();
    build.entry.module.provide(context, services, (failure) => failures.push(failure));
    const request = new Request(origin + path + search);
    const response = await (production ?? handlerOf(build))(request, context);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body, failures };
  };
}
