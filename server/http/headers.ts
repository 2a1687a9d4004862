/**
 * What every answer of this server carries, pages, API, files and failures alike (CONTRACT.md, Pages). Pictures too are
 * for the shop's own pages: who shares a page sends others there, and what fetches a preview of it is no page.
 * Subdomains are not spoken for: they may be somebody else's.
 */
export function securityHeaders(publicUrl?: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${2 * 365 * 86_400}` }),
  };
}

const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Of everything that is no page: nothing in it may be run, fetched or framed. Pages set a policy of their own. */
export function apiHeaders(publicUrl?: string): Record<string, string> {
  return { ...securityHeaders(publicUrl), 'Content-Security-Policy': dataPolicy };
}

export const dataPolicy = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

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
    // No text ever becomes markup or script in the browser, not even through a policy of our own.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
