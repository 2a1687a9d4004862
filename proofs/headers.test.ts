import { describe, expect, it } from 'vitest';
import { observatoryScore } from './headers/observatory.ts';
import { headers } from './headers.ts';
import { provesInShort } from './short-form.ts';

provesInShort(headers);

describe('The Observatory’s score of a page', () => {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; frame-ancestors 'none'";
  const good = {
    'Content-Security-Policy': policy,
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  const scoreOf = (changes: Record<string, string | null>, html = '') => {
    const kept = Object.entries({ ...good, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return observatoryScore({ headers: new Headers(kept), html });
  };

  it.each<[what: string, score: number, changes: Record<string, string | null>]>([
    ['all protective headers', 130, {}],
    ['no policy', 55, { 'Content-Security-Policy': null }],
    ['inline scripts', 80, { 'Content-Security-Policy': `script-src 'unsafe-inline'; ${policy}` }],
    ['inline styles', 120, { 'Content-Security-Policy': `style-src 'unsafe-inline'; ${policy}` }],
    ['own files by default', 125, { 'Content-Security-Policy': policy.replace("'none'", "'self'") }],
    ['pictures over http', 110, { 'Content-Security-Policy': `${policy}; img-src http://pictures.example` }],
    ['no transport security', 80, { 'Strict-Transport-Security': null }],
    ['sniffing allowed', 125, { 'X-Content-Type-Options': null }],
    ['referrers for everybody', 120, { 'Referrer-Policy': 'unsafe-url' }],
    ['a cookie without Secure', 80, { 'Set-Cookie': 'a=b' }],
  ])('with %s is %i', (_what, score, changes) => expect(scoreOf(changes)).toBe(score));

  it('with a script from elsewhere is 50', () =>
    expect(scoreOf({}, '<script src="https://elsewhere.example/x.js">')).toBe(50));
});
