import { createContext, type RouterContextProvider } from 'react-router';
import type { Listing } from '#contract/catalog.ts';

/** The public data of the shop, available on every page. */
export interface ShopFront {
  name: string;
  /** ISO 4217, e.g. AUD. */
  currency: string;
  /** IANA, e.g. Australia/Sydney. */
  timezone: string;
  /** The public base address of the shop, without a trailing slash. */
  publicUrl: string;
  /** The address of the logo; null if none is set. */
  logo: string | null;
  /** The address of the logo for dark backgrounds; null if `logo` is used there too. */
  logoDark: string | null;
}

interface CollectionRequest {
  sort: 'date' | 'name' | 'price';
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
  pageSize: number;
}

/** What the server provides for the loaders of public pages. Nothing here depends on the user. */
export interface PageServices {
  shop(): Promise<ShopFront> | ShopFront;
  /** One page of the collection without discontinued listings. `total` counts the listings of all pages. */
  listings(request: CollectionRequest): Promise<{ listings: Listing[]; total: number }>;
  /** A listing, which may be discontinued; null if the id is unknown. */
  listing(id: string): Promise<Listing | null>;
  /** Epoch milliseconds. */
  clock(): number;
}

/** For loaders: `context.get(pageServices)`. */
export const pageServices = createContext<PageServices>();

/** For entry.server: reports that rendering a page failed. */
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
