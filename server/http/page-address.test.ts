import { describe, expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

describe('the address of a page', () => {
  it('is the same however it is written', () => {
    expect(pageAddress('/product/late-frost/')).toEqual({ path: '/product/late-frost', search: '' });
    expect(pageAddress('/?utm_source=letter')).toEqual({ path: '/', search: '' });
    expect(pageAddress('/?order=asc&sort=price&x=1')).toEqual({ path: '/', search: '?sort=price&order=asc' });
  });

  it.each([
    '//evil.example',
    '//evil.example/product/x',
    '/\\evil.example',
    '/%5cevil.example',
    '/product//x',
    '/%2f/evil.example',
    '/../etc',
    '/a/./b',
    '/%E0%A4%A',
    '/%00',
    'http://evil.example/',
    `/${'a'.repeat(2_000)}`,
  ])('%s is no page', (target) => {
    expect(pageAddress(target)).toEqual({ path: '/nothing-here', search: '' });
  });
});
