// The rules by which the HTTP Observatory of MDN (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring) scores
// a site, as far as they concern the shop's own answers. The certificate and the redirect from http to https are the proxy's
// and count as in order. The site counts as absent from the preload list of browsers.

/** What the scan of a page over https sees. */
export interface Scanned {
  headers: Headers;
  html: string;
}

type Test = (scanned: Scanned) => number;

/** 0 to 145; 100 and more is an A+. Bonuses count for sites that have at least 90 points without them. */
export function observatoryScore(scanned: Scanned): number {
  const modifiers = tests.map((test) => test(scanned));
  const sumOf = (some: readonly number[]) => some.reduce((sum, modifier) => sum + modifier, 0);
  const withPenalties = 100 + sumOf(modifiers.filter((modifier) => modifier < 0));
  const bonuses = sumOf(modifiers.filter((modifier) => modifier > 0));
  return Math.max(0, withPenalties < 90 ? withPenalties : withPenalties + bonuses);
}

const tests: readonly Test[] = [
  judgePolicy,
  function cookies({ headers }) {
    return headers.getSetCookie().every((cookie) => /;\s*secure/i.test(cookie)) ? 0 : -20;
  },
  function crossOriginSharing({ headers }) {
    return headers.has('access-control-allow-credentials') ? -50 : 0;
  },
  function referrerPolicy({ headers }) {
    const policy = headers.get('referrer-policy')?.split(',').at(-1)?.trim();
    if (policy === undefined) return 0;
    return privateReferrers.has(policy) ? 5 : -5;
  },
  function transportSecurity({ headers }) {
    const [, seconds] = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '') ?? [];
    if (seconds === undefined) return -20;
    return Number(seconds) >= sixMonths ? 0 : -10;
  },
  function subresourceIntegrity({ html }) {
    const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)];
    if (scripts.some(([, address = '']) => /^([a-z]+:)?\/\//i.test(address))) return -50;
    return scripts.some(([tag]) => /\sintegrity=/i.test(tag)) ? 5 : 0;
  },
  function contentTypeOptions({ headers }) {
    return headers.get('x-content-type-options') === 'nosniff' ? 0 : -5;
  },
  function frameOptions({ headers }) {
    if (directivesOf(headers.get('content-security-policy') ?? '').has('frame-ancestors')) return 5;
    return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
  },
  function resourcePolicy({ headers }) {
    return /^same-(origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? '') ? 10 : 0;
  },
];

const privateReferrers = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
/** Seconds: the scan accepts 180 days as six months. */
const sixMonths = 15_552_000;
const tooBroad = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];

function judgePolicy({ headers }: Scanned): number {
  const directives = directivesOf(headers.get('content-security-policy') ?? '');
  if (directives.size === 0) return -25;
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const [scripts, styles, objects] = [sourcesOf('script-src'), sourcesOf('style-src'), sourcesOf('object-src')];
  const hasAny = (sources: readonly string[], words: readonly string[]) =>
    sources.some((source) => words.includes(source));
  if (hasAny(scripts, [...tooBroad, "'unsafe-inline'", 'data:']) || hasAny(objects, tooBroad)) return -20;
  const passive = new Set(['img-src', 'media-src']);
  const insecure = [...directives].filter(([, sources]) => sources.some((source) => /^(http|ftp):/.test(source)));
  if (insecure.some(([name]) => !passive.has(name))) return -20;
  if (hasAny([...scripts, ...styles], ["'unsafe-eval'"])) return -10;
  if (insecure.length > 0) return -10;
  if (hasAny(styles, [...tooBroad, "'unsafe-inline'", 'data:'])) return 0;
  const isNone = directives.get('default-src')?.join(' ') === "'none'";
  return isNone ? 10 : 5;
}

/** The sources of each directive of a Content-Security-Policy. Of a directive that occurs twice only the first counts, as in browsers. */
export function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (key !== '' && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}
