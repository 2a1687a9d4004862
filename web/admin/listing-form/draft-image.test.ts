import { expect, test } from 'vitest';
import { listingChanges } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { isImageUrl, withAdded, withUploaded } from './draft-image.ts';

const images = ['a', 'b', 'c'].map((url) => ({ url, alt: '' }));
const urls = (list: readonly { url: string }[]) => list.map(({ url }) => url).join('');

test('adds neither a duplicate image nor one beyond the limit', () => {
  expect(
    urls(
      withAdded(images, [
        { url: 'b', alt: 'x' },
        { url: 'd', alt: '' },
      ]),
    ),
  ).toBe('abcd');
  const many = Array.from({ length: limits.imagesPerListing + 5 }, (_, number) => ({ url: String(number), alt: '' }));
  expect(withAdded([], many)).toHaveLength(limits.imagesPerListing);
});

test('keeps uploaded images in the order chosen, whatever order the uploads finish in', () => {
  const chosen = new Map(['first', 'second', 'third'].map((url, position) => [url, position + 1]));
  let shown = [...images];
  for (const url of ['third', 'first', 'second', 'first']) shown = withUploaded(shown, url, (one) => chosen.get(one));
  expect(shown.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'first', 'second', 'third']);
});

test.each([
  'https://example.org/a.jpg',
  'HTTP://example.org/a.jpg',
  '/media/0a1b/original.webp',
  '',
  'a.jpg',
  'ftp://example.org/a.jpg',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'https://',
  '/media/../shop.db',
  '/etc/passwd',
  `https://example.org/${'a'.repeat(limits.url)}`,
])('accepts or refuses the address %j as the contract does', (address) => {
  expect(isImageUrl(address)).toBe(listingChanges.safeParse({ images: [address] }).success);
});
