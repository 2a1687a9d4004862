/** What every answer of this server carries, pages, API and files alike (CONTRACT.md, Pages). */
export function securityHeaders(publicUrl?: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

/** Of everything that is no page: nothing in it may be run, fetched or framed. Pages set a policy of their own. */
export function apiHeaders(publicUrl?: string): Record<string, string> {
  return { ...securityHeaders(publicUrl), 'Content-Security-Policy': dataPolicy };
}

export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * A page's policy: its own files, and the inline scripts and styles whose hashes (`'sha256-…'`) are given. `pictureHosts`: origins
 * of the online pictures that the shopkeeper hung in the collection; there are none unless the shopkeeper did.
 */
export function pagePolicy(
  hashes: { scripts: string[]; styles: string[] },
  pictureHosts: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts].join(' '),
    ["style-src 'self'", ...hashes.styles].join(' '),
    ["img-src 'self' data: blob:", ...pictureHosts].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
