/**
 * Where a picture is fetched from (SPEC.md §7, Media paths): a relative path stands below the shop's own host, and an absolute
 * address of somebody's development server means the shop itself. Everything else is as it was written.
 */
export function mediaAddress(address: string): string {
  if (!/^https?:\/\//i.test(address)) return address.startsWith('/') ? address : `/${address}`;
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, search } = new URL(address);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? pathname + search : address;
}
