/** Of all a visitor may write behind the question mark, what the server's pages look at. */
const relevant = ['_routes', 'sort', 'order', 'page'];

/** No page has this address: the site map's last line answers it, with 404. */
const nowhere = { path: '/nothing-here', search: '' };

/**
 * What to render for an address as it came in: the same page for every way of writing it, so that it is kept once, and
 * nothing that a router could take for another host (`//evil.example`).
 */
export function pageAddress(target: string): { path: string; search: string } {
  const [rawPath = '/', ...rest] = target.split('?');
  if (!isPlain(rawPath)) return nowhere;
  const given = new URLSearchParams(rest.join('?'));
  const looked = new URLSearchParams();
  for (const name of relevant) {
    const value = given.get(name);
    if (value !== null && value.length <= 300) looked.set(name, value);
  }
  const path = rawPath.length > 1 ? rawPath.replace(/\/$/, '') : '/';
  return { path, search: looked.size > 0 ? `?${looked}` : '' };
}

function isPlain(path: string): boolean {
  if (!path.startsWith('/') || path.length > 1_000 || /\/\/|\\|%5c|%2f|\/\.{1,2}(\/|$)/i.test(path)) return false;
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
