import { createContext, type RouterContextProvider } from 'react-router';
import type { PageServices } from '#contract/page-services.ts';

/** The services of a request, which loaders read with `context.get(pageServices)`. */
export const pageServices = createContext<PageServices>();

/** The function by which entry.server.tsx reports that rendering a page failed. */
export const failureReport = createContext<(failure: unknown) => void>(() => {});

/**
 * Sets the services for a request. The bundle contains its own copies of the context keys above, so only code of the bundle
 * can set them; server/platform/http/pages.ts calls this through entry.server.
 */
export function provide(
  context: RouterContextProvider,
  services: PageServices,
  reportFailure: (failure: unknown) => void,
): void {
  context.set(pageServices, services);
  context.set(failureReport, reportFailure);
}
