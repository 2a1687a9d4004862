import { expect, test } from 'vitest';
import { capitalised } from '#contract/capitalised.ts';
import { actionWords } from './action-words.ts';
import { changesOf, changeText } from './audit-changes.ts';
import { fieldWords, plainFieldTitle } from './field-words.ts';
import { subjectTitle } from './subject-title.ts';

type StoredValues = Parameters<typeof changesOf>[0];
const lines = (before: StoredValues, after: StoredValues) => changesOf(before, after, 'AUD').map(changeText);

test('lists only the fields that differ, with readable labels', () => {
  const before = { id: 'moon', name: 'Moon', price_cents: 320_000, is_unique: 1, updated_at: 1, year: 2023, story: '' };
  const after = { ...before, price_cents: 335_050, is_unique: 0, updated_at: 2, year: null, story: 'Of a moon' };
  expect(lines(before, after)).toEqual([
    'Price: $3,200.00 → $3,350.50',
    'Unique: yes → no',
    'Year: 2023 → nothing',
    'Story: nothing → Of a moon',
  ]);
});

test('has no earlier values for an addition and no later values for a deletion', () => {
  expect(lines(null, { isAdmin: true })).toEqual(['Admin: nothing → yes']);
  expect(lines({ status: 'paid' }, null)).toEqual(['Status: paid → nothing']);
  expect(lines(null, null)).toEqual([]);
});

test('shows images by their file names', () => {
  const picture = { url: '/media/a/original.webp', alt: 'Whole' };
  expect(lines({ images: [] }, { images: [picture] })).toEqual(['Pictures: nothing → original.webp (Whole)']);
});

test('names the languages that are shown, and lists other texts without quotes', () => {
  expect(lines({ shown: [] }, { shown: ['vi'] })).toEqual(['Shown: nothing → Tiếng Việt']);
  expect(lines({ methods: ['credit'] }, { methods: ['credit', 'transfer'] })).toEqual([
    'Methods: credit → credit, transfer',
  ]);
});

test('gives changed settings the title of their page, and other changes no title', () => {
  expect(subjectTitle('language settings changed', 'languages')).toBe('Languages');
  expect(subjectTitle('letter settings changed', 'letters')).toBe('Emails');
  expect(subjectTitle('product updated', 'languages')).toBeNull();
  expect(subjectTitle('setup list settings changed', 'setup')).toBeNull();
});

test('makes the English texts of actions and fields from their stored names', () => {
  for (const [action, words] of Object.entries(actionWords)) expect(words).toBe(capitalised(action));
  for (const [field, words] of Object.entries(fieldWords)) expect(words).toBe(plainFieldTitle(field));
});
