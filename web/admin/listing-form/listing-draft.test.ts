import { expect, test } from 'vitest';
import { changesOf, draftOf, expectedOf, isSameDraft, type ListingDraft, withFields } from './listing-draft.ts';

const saved: ListingDraft = {
  ...draftOf(null),
  name: 'Red River Moon',
  price: '3200',
  year: '2023',
  images: [
    { url: '/media/a/original.webp', alt: 'Whole', kind: 'front' },
    { url: '/media/b/original.webp', alt: '', ground: 'dark' },
  ],
};

test('sends only changed fields', () => {
  expect(changesOf(saved, saved)).toEqual({});
  expect(isSameDraft({ ...saved }, saved)).toBe(true);
  expect(changesOf({ ...saved, story: 'It began with the moon.', year: '' }, saved)).toEqual({
    story: 'It began with the moon.',
    year: null,
  });
});

test('sends the field `sold` together with the status', () => {
  expect(changesOf({ ...saved, status: 'sold' }, saved)).toEqual({ status: 'sold', sold: true });
  expect(changesOf({ ...saved, status: 'discontinued' }, saved)).toEqual({ status: 'discontinued', sold: false });
});

test('sends all images with their alternative texts when one of them changed', () => {
  const [first, second] = saved.images;
  if (!first || !second) throw new Error('the saved draft has two pictures');
  expect(changesOf({ ...saved, images: [second, first] }, saved)).toEqual({
    images: [second.url, first.url],
    imageAlts: ['', 'Whole'],
    imageKinds: ['', 'front'],
    imageGrounds: ['dark', ''],
  });
  expect(changesOf({ ...saved, images: [first, { ...second, alt: 'Detail' }] }, saved).imageAlts).toEqual([
    'Whole',
    'Detail',
  ]);
  expect(changesOf({ ...saved, images: [first, { url: second.url, alt: '' }] }, saved).imageGrounds).toEqual(['', '']);
});

test('sends the expected values of changed fields only', () => {
  const changes = changesOf({ ...saved, price: '3300', year: '', images: [] }, saved);
  expect(expectedOf(changes, saved)).toEqual({ price: 3200, year: 2023, images: saved.images });
});

test('sends measures as numbers, and null for an empty one', () => {
  const measured = { ...saved, widthCm: '75.5', weightKg: '4' };
  const changes = changesOf({ ...measured, widthCm: '76', weightKg: '' }, measured);
  expect(changes).toEqual({ widthCm: 76, weightKg: null });
  expect(expectedOf(changes, measured)).toEqual({ widthCm: 75.5, weightKg: 4 });
  expect(withFields(measured, { widthCm: null, heightCm: 96 })).toEqual({ ...measured, widthCm: '', heightCm: '96' });
});

test('replaces own values with those of another admin', () => {
  const draft = { ...saved, price: '3300', story: 'Mine' };
  expect(withFields(draft, { price: 3250.5, year: null, images: undefined })).toEqual({
    ...draft,
    price: '3250.5',
    year: '',
  });
});
