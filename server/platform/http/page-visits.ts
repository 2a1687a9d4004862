import type { IncomingHttpHeaders } from 'node:http';

/** A page whose visitors are counted. */
export interface CountedPage {
  /** The listing of a product page; null for other pages. */
  listingId: string | null;
}

/** Matches the public pages, but not the cart, the payment, the account and the panel, to which other sites send visitors back. */
const countedPaths = /^\/(?:$|collection$|artists(?:\/|$)|series\/|policies\/|product\/([^/]+)$)/;

/**
 * Returns how to count the page at `path`, which is from pageAddress(). Null for pages that are not counted, and for the data of pages
 * (`.data`), which browsers also load in advance.
 */
export function countedPage(path: string): CountedPage | null {
  const found = path.endsWith('.data') ? null : countedPaths.exec(path);
  return found && { listingId: found[1] === undefined ? null : decodeURIComponent(found[1]) };
}

/** Matches the user agents of robots. Cubot is a brand of phones and does not match. */
const robots = /(?<!cu)bot|crawl|spider|slurp|facebookexternalhit|whatsapp\//i;

/** Whether a person sees the page now: the request is not from a robot that says so, and does not load the page in advance. */
export function isVisitor(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': browser, 'sec-purpose': secPurpose, purpose = secPurpose, 'x-moz': moz } = headers;
  if (browser === undefined || isRobot(browser)) return false;
  return purpose === undefined && moz === undefined;
}

/** The last results of `robots`, by user agent. */
const knownBrowsers = new Map<string, boolean>();
const maxKnownBrowsers = 500;
const longestBrowser = 300;

function isRobot(browser: string): boolean {
  if (browser.length > longestBrowser) return robots.test(browser);
  const known = knownBrowsers.get(browser);
  if (known !== undefined) return known;
  if (knownBrowsers.size >= maxKnownBrowsers) knownBrowsers.clear();
  const found = robots.test(browser);
  knownBrowsers.set(browser, found);
  return found;
}

/** The name that stands for all hosts that are not named. */
export const otherHosts = '';

/** Matches a public host name without a port, but no IP address and no name of a local network. */
const publicName = /^(?=.{4,100}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]*$/;

/** The results of `hostOf` by origin: parsing an address takes longer than everything else that is done to send a cached page. */
const knownHosts = new Map<string, string>();
const maxKnownHosts = 500;
const longestOrigin = 120;

/**
 * Returns the host of the page of another site that linked to this one, without `www.`, or `otherHosts`. Null if the visitor came from the
 * shop itself, or if the browser does not send the address of the page.
 */
export function outsideHost({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): string | null {
  const scheme = referer.indexOf('://');
  if (scheme < 0) return null;
  const end = referer.indexOf('/', scheme + 3);
  const origin = end < 0 ? referer : referer.slice(0, end);
  if (origin === publicUrl || origin.slice(scheme + 3) === host) return null;
  if (origin.length > longestOrigin) return otherHosts;
  const known = knownHosts.get(origin);
  if (known !== undefined) return known;
  if (knownHosts.size >= maxKnownHosts) knownHosts.clear();
  const found = hostOf(origin);
  knownHosts.set(origin, found);
  return found;
}

function hostOf(origin: string): string {
  const name =
    URL.parse(origin)
      ?.hostname.toLowerCase()
      .replace(/^www\./, '') ?? '';
  return publicName.test(name) ? name : otherHosts;
}
