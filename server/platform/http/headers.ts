/**
 * The headers of every response: pages, API, files and failures (docs/behaviour/api.md, 21). Pictures may be embedded only
 * by the shop's own pages, except those below /iiif; link previews still work, because the programs that fetch them are not pages.
 * Strict-Transport-Security leaves out subdomains, because they may belong to somebody else.
 */
function securityHeaders(publicUrl?: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': [
      ...deniedFeatures.map((feature) => `${feature}=()`),
      ...ownFeatures.map((feature) => `${feature}=(self)`),
    ].join(', '),
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${2 * 365 * 86_400}` }),
  };
}

const deniedFeatures = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Allowed for the shop's own pages, not for frames in them: passkeys, and how a phone is tilted, which moves the light of the viewer
 * (docs/behaviour/close-look.md, 14). The viewer is opened from any page without a new document, so its page alone is not enough.
 */
const ownFeatures = ['accelerometer', 'gyroscope', 'publickey-credentials-create', 'publickey-credentials-get'];

/** The headers of every response that is no page: nothing may be run, fetched or framed. Pages replace the policy with their own. */
export function apiHeaders(publicUrl?: string): Record<string, string> {
  return { ...securityHeaders(publicUrl), 'Content-Security-Policy': dataPolicy };
}

export const dataPolicy = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Returns a page's Content-Security-Policy, which allows the shop's own files, and inline scripts and styles with these hashes
 * (`'sha256-…'`). `pictureHosts` are the origins of online pictures in the collection (decision 0011). A page that `mayBeFramed` can be
 * framed by the shop itself; any other page by nobody.
 */
export function pagePolicy(
  hashes: { scripts: string[]; styles: string[] },
  { pictureHosts = [], mayBeFramed = false }: { pictureHosts?: readonly string[]; mayBeFramed?: boolean } = {},
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
    "frame-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${mayBeFramed ? "'self'" : "'none'"}`,
    // No script may turn text into markup or code, and no Trusted Types policy can be created to allow it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
