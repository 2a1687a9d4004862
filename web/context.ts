import { createContext, type RouterContextProvider } from 'react-router';
import type { Listing } from '#contract/catalog.ts';

/** What every page knows of the shop. */
export interface ShopFront {
  name: string;
  /** ISO 4217, e.g. AUD. */
  currency: string;
  /** IANA, e.g. Australia/Sydney. */
  timezone: string;
  /** The address the world knows the shop by, without a trailing slash. */
  publicUrl: string;
  /** The logo's address; null where none is set. */
  logo: string | null;
}

export interface WallRequest {
  sort: 'date' | 'name' | 'price';
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
  pageSize: number;
}

/** What the loaders of public pages may ask the server for. Nothing here knows who is asking. */
export interface PageServices {
  shop(): Promise<ShopFront> | ShopFront;
  /** A page of the collection as home shows it: discontinued pieces left out. `total`: on all pages together. */
  listings(request: WallRequest): Promise<{ listings: Listing[]; total: number }>;
  /** One piece, a discontinued one too; null where there is none. */
  listing(id: string): Promise<Listing | null>;
  /** Epoch milliseconds. */
  clock(): number;
}

/** For loaders: `context.get(pageServices)`. */
export const pageServices = createContext<PageServices>();

/** For entry.server: whom to tell that a page failed. */
export const failureReport = createContext<(failure: unknown) => void>(() => {});

/**
 * How the server hands over what it has. The bundle carries its own copies of the keys above, so it must be the bundle
 * that sets them; server/http/pages.ts reaches this through entry.server.
 */
export function provide(
  context: RouterContextProvider,
  services: PageServices,
  reportFailure: (failure: unknown) => void,
): void {
  context.set(pageServices, services);
  context.set(failureReport, reportFailure);
}
