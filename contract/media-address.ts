/**
 * The URL from which an image is loaded. Relative paths are resolved from the root of the shop, and absolute URLs of a
 * development server (localhost) become paths of the shop. Other URLs are returned unchanged.
 */
export function mediaAddress(address: string): string {
  if (!/^https?:\/\//i.test(address)) return pathOfShop(address);
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, search } = new URL(address);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? pathOfShop(pathname + search) : address;
}

/** The path with exactly one leading slash: after two slashes, a browser expects the name of another host. */
const pathOfShop = (path: string) => `/${path.replace(/^[/\\]+/, '')}`;
