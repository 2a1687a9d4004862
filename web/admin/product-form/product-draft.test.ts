import { expect, test } from 'vitest';
import { changesOf, draftOf, isSameDraft, type ProductDraft } from './product-draft.ts';

const saved: ProductDraft = {
  ...draftOf(null),
  name: 'Red River Moon',
  price: '3200',
  year: '2023',
  images: [
    { url: '/media/a/original.webp', alt: 'Whole' },
    { url: '/media/b/original.webp', alt: '' },
  ],
};

test('only what the form changed is sent', () => {
  expect(changesOf(saved, saved)).toEqual({});
  expect(isSameDraft({ ...saved }, saved)).toBe(true);
  expect(changesOf({ ...saved, story: 'It began with the moon.', year: '' }, saved)).toEqual({
    story: 'It began with the moon.',
    year: null,
  });
});

test('sold goes with the status', () => {
  expect(changesOf({ ...saved, status: 'sold' }, saved)).toEqual({ status: 'sold', sold: true });
  expect(changesOf({ ...saved, status: 'discontinued' }, saved)).toEqual({ status: 'discontinued', sold: false });
});

test('pictures are sent whole, each with its words, when any of them changed', () => {
  const [first, second] = saved.images;
  if (!first || !second) throw new Error('two pictures');
  expect(changesOf({ ...saved, images: [second, first] }, saved)).toEqual({
    images: [second.url, first.url],
    imageAlts: ['', 'Whole'],
  });
  expect(changesOf({ ...saved, images: [first, { ...second, alt: 'Detail' }] }, saved).imageAlts).toEqual([
    'Whole',
    'Detail',
  ]);
});
