// Replaces React Router's loadRouteModule in the browser's bundle (vite.config.ts).

import { withinScriptTimeout } from './script-timeout.ts';

/** The script of a page could not be loaded: the connection failed, or a new version of the shop was deployed. */
class PageScriptError extends Error {
  override name = 'PageScriptError';
}

/**
 * Returns the module of a route from the cache or from the network. If it cannot be loaded within 120 seconds, returns a
 * module whose exports throw a PageScriptError, which the root's error boundary shows. It must not reject: React Router
 * would never finish the navigation.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  try {
    const routeModule = await withinScriptTimeout(import(/* @vite-ignore */ route.module));
    loaded[route.id] = routeModule;
    return routeModule;
  } catch (cause) {
    const fail = () => {
      throw new PageScriptError('The script of this page could not be loaded', { cause });
    };
    return { default: fail, clientLoader: fail, clientAction: fail };
  }
}
