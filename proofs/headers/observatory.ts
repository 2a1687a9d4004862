// The rules by which the HTTP Observatory of MDN (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring) scores
// a site, as far as its own answers decide. Not decided by them: the certificate and the way from http to https, which are
// the proxy's and taken as in order, and the list of sites that browsers know beforehand, taken as not having this one.
import { directivesOf } from './policy.ts';

/** What the scan of a page over https sees. */
export interface Scanned {
  headers: Headers;
  html: string;
}

export interface Verdict {
  /** 0 to 145; 100 and more is an A+. */
  score: number;
  results: readonly Result[];
}

interface Result {
  test: string;
  result: string;
  modifier: number;
}

type Test = (scanned: Scanned) => [result: string, modifier: number];

/** Penalties first; bonuses count for sites that have at least 90 without them. */
export function observatoryVerdict(scanned: Scanned): Verdict {
  const results = Object.entries(tests).map(([test, judge]): Result => {
    const [result, modifier] = judge(scanned);
    return { test, result, modifier };
  });
  const sumOf = (kind: (modifier: number) => boolean) =>
    results.reduce((sum, { modifier }) => (kind(modifier) ? sum + modifier : sum), 0);
  const penalised = 100 + sumOf((modifier) => modifier < 0);
  const score = penalised < 90 ? penalised : penalised + sumOf((modifier) => modifier > 0);
  return { score: Math.max(0, score), results };
}

const tests: Readonly<Record<string, Test>> = {
  'content-security-policy': judgePolicy,
  cookies: ({ headers }) => {
    const cookies = headers.getSetCookie();
    if (cookies.length === 0) return ['not-found', 0];
    return cookies.every((cookie) => /;\s*secure/i.test(cookie)) ? ['secure', 0] : ['without-secure-flag', -20];
  },
  'cross-origin-resource-sharing': ({ headers }) => {
    const isUniversal = headers.has('access-control-allow-credentials');
    return isUniversal ? ['universal-access', -50] : ['none or public', 0];
  },
  'referrer-policy': ({ headers }) => {
    const policy = headers.get('referrer-policy')?.split(',').at(-1)?.trim();
    if (policy === undefined) return ['not-implemented', 0];
    return privateReferrers.has(policy) ? ['private', 5] : ['unsafe', -5];
  },
  'strict-transport-security': ({ headers }) => {
    const [, seconds] = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '') ?? [];
    if (seconds === undefined) return ['not-implemented', -20];
    return Number(seconds) >= sixMonths ? ['max-age-at-least-six-months', 0] : ['less-than-six-months', -10];
  },
  'subresource-integrity': ({ html }) => {
    const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)];
    const foreign = scripts.filter(([, address = '']) => /^([a-z]+:)?\/\//i.test(address));
    if (foreign.length > 0) return ['external scripts', -50];
    return scripts.some(([tag]) => /\sintegrity=/i.test(tag)) ? ['implemented', 5] : ['own origin', 0];
  },
  'x-content-type-options': ({ headers }) =>
    headers.get('x-content-type-options') === 'nosniff' ? ['nosniff', 0] : ['not-implemented', -5],
  'x-frame-options': ({ headers }) => {
    if (directivesOf(headers.get('content-security-policy') ?? '').has('frame-ancestors')) return ['via-csp', 5];
    return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '')
      ? ['by header', 0]
      : ['not-implemented', -20];
  },
  'cross-origin-resource-policy': ({ headers }) => {
    const policy = headers.get('cross-origin-resource-policy');
    return policy === 'same-origin' || policy === 'same-site' ? [policy, 10] : ['cross-origin', 0];
  },
};

const privateReferrers = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
/** Seconds; the scan is lenient by five days. */
const sixMonths = 15_552_000;
const tooBroad = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];

function judgePolicy({ headers }: Scanned): [string, number] {
  const directives = directivesOf(headers.get('content-security-policy') ?? '');
  if (directives.size === 0) return ['not-implemented', -25];
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const [scripts, styles, objects] = [sourcesOf('script-src'), sourcesOf('style-src'), sourcesOf('object-src')];
  const hasAny = (sources: Sources, words: readonly string[]) => sources.some((source) => words.includes(source));
  if (hasAny(scripts, [...tooBroad, "'unsafe-inline'", 'data:']) || hasAny(objects, tooBroad))
    return ['unsafe-inline', -20];
  const passive = new Set(['img-src', 'media-src']);
  const insecure = [...directives].filter(([, sources]) => sources.some((source) => /^(http|ftp):/.test(source)));
  if (insecure.some(([name]) => !passive.has(name))) return ['insecure-scheme', -20];
  if (hasAny([...scripts, ...styles], ["'unsafe-eval'"])) return ['unsafe-eval', -10];
  if (insecure.length > 0) return ['insecure-scheme-in-passive-content', -10];
  if (hasAny(styles, [...tooBroad, "'unsafe-inline'", 'data:'])) return ['unsafe-inline-in-style-src', 0];
  const isNone = directives.get('default-src')?.join(' ') === "'none'";
  return isNone ? ['no-unsafe-default-src-none', 10] : ['no-unsafe', 5];
}

type Sources = readonly string[];
