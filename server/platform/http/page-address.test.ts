import { describe, expect, it } from 'vitest';
import { pageAddress } from './page-address.ts';

describe('pageAddress', () => {
  it('returns one address for every spelling of it', () => {
    expect(pageAddress('/product/late-frost/')).toEqual({ path: '/product/late-frost', search: '' });
    expect(pageAddress('/?utm_source=letter')).toEqual({ path: '/', search: '' });
    expect(pageAddress('/?order=asc&sort=price&x=1')).toEqual({ path: '/', search: '?sort=price&order=asc' });
    expect(pageAddress('/product/%6cate-frost')).toEqual({ path: '/product/late-frost', search: '' });
  });

  it('drops unknown parameters, invalid values, and parameters of other pages', () => {
    for (const target of ['/?x=1', '/?sort=junk', '/?sort=&order=desc', '/?page=0', '/?page=1e3', '/?_routes=root'])
      expect([target, pageAddress(target)]).toEqual([target, { path: '/', search: '' }]);
    expect(pageAddress('/?page=2&sort=name&order=junk').search).toBe('?sort=name&order=asc&page=2');
    expect(pageAddress('/product/late-frost?sort=price&page=2').search).toBe('');
    for (const path of ['/artists', '/artists.data', '/artists/le-van-khe', '/series/fields.data'])
      expect(pageAddress(`${path}?sort=name&page=2`).search).toBe('?page=2');
  });

  it('keeps the pieces that are chosen on the wall of the collection, and only there', () => {
    const wall = '/collection/wall?x=1&piece=late-frost&sort=name&piece=ledger&piece=ledger&piece=no+id';
    expect(pageAddress(wall)).toEqual({
      path: '/collection/wall',
      search: '?sort=name&order=asc&piece=late-frost&piece=ledger',
    });
    expect(pageAddress('/collection?piece=ledger').search).toBe('');
  });

  it('keeps the number of a detail in the viewer of a piece, and only there', () => {
    for (const path of ['/product/late-frost/look', '/product/late-frost/look.data'])
      expect(pageAddress(`${path}?x=1&detail=2`).search).toBe('?detail=2');
    for (const detail of ['0', '100', '-1', '1e1', ''])
      expect(pageAddress(`/product/late-frost/look?detail=${detail}`).search).toBe('');
    expect(pageAddress('/product/late-frost?detail=2').search).toBe('');
  });

  it('keeps the known routes whose data React Router requests, in one order', () => {
    const routeIds = ['root', 'home/home'];
    const search = (query: string) => pageAddress(`/_.data?${query}`, routeIds).search;
    expect(search('_routes=home%2Fhome,junk,root')).toBe('?_routes=root%2Chome%2Fhome');
    expect(search('_routes=junk')).toBe('');
    expect(search('page=2&_routes=root')).toBe('?page=2&_routes=root');
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
    '/a/%2e%2e/b',
    '/%E0%A4%A',
    '/%00',
    'http://evil.example/',
    `/${'a'.repeat(2_000)}`,
  ])('returns the unknown page for %s', (target) => {
    expect(pageAddress(target)).toEqual({ path: '/nothing-here', search: '' });
  });
});
