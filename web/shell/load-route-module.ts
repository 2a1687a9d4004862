// Stands in for React Router's own loadRouteModule in the browser's bundle (vite.config.ts puts it there).

/** SPEC.md §9, milliseconds. */
const chunkLoadTimeout = 120_000;

/** A page's script did not arrive: the connection, or a new version of the shop was put in place. */
class PageScriptError extends Error {
  override name = 'PageScriptError';
}

/**
 * The module of a route, from those loaded or from the network. Where it cannot be had, or not within 120 seconds, the
 * answer is a module that fails with a PageScriptError in the place of every part a page may have, so that the root's
 * error boundary says so. (React Router expects its own version never to fail: it would wait for ever.)
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  try {
    const routeModule = await withinTimeout(import(/* @vite-ignore */ route.module));
    loaded[route.id] = routeModule;
    return routeModule;
  } catch (cause) {
    const fail = () => {
      throw new PageScriptError('The script of this page could not be loaded', { cause });
    };
    return { default: fail, clientLoader: fail, clientAction: fail };
  }
}

async function withinTimeout<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Script chunk load timeout')), chunkLoadTimeout);
  });
  try {
    return await Promise.race([loading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
