import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';

/** A page as React Router answered it, whole. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
  /** What went wrong while it was made, if anything: loaders and components alike. */
  failures: unknown[];
}

/** `path` begins with one slash; `search` is '' or begins with a question mark. */
export type RenderPage = (path: string, search: string) => Promise<RenderedPage>;

/** Our entry.server, beside what React Router makes of it. */
type PageBuild = ServerBuild & {
  entry: {
    module: {
      provide(context: RouterContextProvider, services: object, report: (failure: unknown) => void): void;
      stylesheet: string;
    };
  };
};

interface RendererOptions {
  /** Handed to the loaders as web/context.ts has it. */
  services: object;
  /** The origin the loaders see, whatever the request's Host header says. */
  origin: string;
}

/** The build under `build/server`, and the address of its one stylesheet. */
export async function renderBuild(serverBuild: URL, options: RendererOptions) {
  // React picks its build by this when it is first imported: before, the pages would be slow and chatty.
  process.env.NODE_ENV ??= 'production';
  // As by the types above: the bundler writes what react-router.config.ts and web/entry.server.tsx say.
  const build = (await import(serverBuild.href)) as PageBuild;
  return {
    render: await rendererOf(async () => build, 'production', options),
    stylesheet: build.entry.module.stylesheet,
  };
}

/** The source as it is, through Vite: every request sees what was saved last. */
export async function renderSource(vite: ViteDevServer, options: RendererOptions): Promise<RenderPage> {
  // As above; the module is React Router's own.
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PageBuild;
  return rendererOf(load, 'development', options);
}

async function rendererOf(
  load: () => Promise<PageBuild>,
  mode: 'production' | 'development',
  { services, origin }: RendererOptions,
): Promise<RenderPage> {
  const { createRequestHandler, RouterContextProvider } = await import('react-router');
  const production = mode === 'production' ? createRequestHandler(await load(), mode) : null;
  return async (path, search) => {
    const build = await load();
    const failures: unknown[] = [];
    const context = new RouterContextProvider();
    build.entry.module.provide(context, services, (failure) => failures.push(failure));
    const request = new Request(origin + path + search);
    const response = await (production ?? createRequestHandler(build, mode))(request, context);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body, failures };
  };
}
