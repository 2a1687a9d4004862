import type { IncomingHttpHeaders } from 'node:http';

/** A page whose visitors are counted. */
export interface CountedPage {
  /** The listing of a product page; null for other pages. */
  listingId: string | null;
}

/** The public pages: not the cart, the payment, the account and the panel, to which other sites lead back. */
const countedPaths = /^\/(?:$|collection$|artists(?:\/|$)|series\/|policies\/|product\/([^/]+)$)/;

/** `path` is from pageAddress(). Null for pages that are not counted, and for data of pages (`.data`), which browsers also load in advance. */
export function countedPage(path: string): CountedPage | null {
  const found = path.endsWith('.data') ? null : countedPaths.exec(path);
  return found && { listingId: found[1] === undefined ? null : decodeURIComponent(found[1]) };
}

/** A Cubot is a phone. */
const robots = /(?<!cu)bot|crawl|spider|slurp|facebookexternalhit|whatsapp\//i;

/** Whether this browser shows the page to somebody now: it is no robot that says so, and does not load the page in advance. */
export function isVisitor(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': browser, 'sec-purpose': secPurpose, purpose = secPurpose, 'x-moz': moz } = headers;
  if (browser === undefined || robots.test(browser)) return false;
  return purpose === undefined && moz === undefined;
}

/** Stands for all hosts that are not named. */
export const otherHosts = '';

/** A public name, without a port. Addresses and names of a local network are none. */
const publicName = /^(?=.{4,100}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]*$/;

/** The host of the page outside of the shop that led here, without `www.`; null if there is none, or the browser does not tell. */
export function outsideHost({ referer, host }: IncomingHttpHeaders, publicUrl: string): string | null {
  if (referer === undefined || referer.startsWith(`${publicUrl}/`)) return null;
  const url = URL.parse(referer);
  if (url === null || url.host === '' || url.host === host) return null;
  const name = url.hostname.toLowerCase().replace(/^www\./, '');
  return publicName.test(name) ? name : otherHosts;
}
