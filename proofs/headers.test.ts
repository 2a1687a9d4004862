import { describe, expect, it } from 'vitest';
import { observatoryScore } from './headers/observatory.ts';
import { headers } from './headers.ts';
import { provesInShort } from './short-form.ts';

provesInShort(headers);

describe('The Observatory’s rules', () => {
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

  it.each<[what: string, changes: Record<string, string | null>, score: number]>([
    ['everything as it should be', {}, 130],
    ['no policy', { 'Content-Security-Policy': null }, 55],
    ['inline scripts', { 'Content-Security-Policy': `script-src 'unsafe-inline'; ${policy}` }, 80],
    ['inline styles', { 'Content-Security-Policy': `style-src 'unsafe-inline'; ${policy}` }, 120],
    ['own files by default', { 'Content-Security-Policy': policy.replace("'none'", "'self'") }, 125],
    ['pictures over http', { 'Content-Security-Policy': `${policy}; img-src http://pictures.example` }, 110],
    ['no transport security', { 'Strict-Transport-Security': null }, 80],
    ['sniffing', { 'X-Content-Type-Options': null }, 125],
    ['referrers for everybody', { 'Referrer-Policy': 'unsafe-url' }, 120],
    ['a cookie without Secure', { 'Set-Cookie': 'a=b' }, 80],
  ])('%s', (_what, changes, score) => expect(scoreOf(changes)).toBe(score));

  it('a script from elsewhere', () => expect(scoreOf({}, '<script src="https://elsewhere.example/x.js">')).toBe(50));
});
