import { expect, test } from 'vitest';
import { fieldTitle } from './translation-words.ts';

test('the fields of exhibitions are named by what is exhibited and where', () => {
  const fields = ['exhibition:Leaf', 'exhibition place:Hobart', 'exhibition:Ground: new work'];
  expect(fields.map((field) => fieldTitle(field, fields))).toEqual([
    'Exhibition: Leaf',
    'Place of exhibitions: Hobart',
    'Exhibition: Ground: new work',
  ]);
});

test('the fields of delivery zones are named by the English name of the zone and by the English note', () => {
  const fields = ['zone:Tasmania', 'zone note:Signed for', 'zone:Sydney: by hand'];
  expect(fields.map((field) => fieldTitle(field, fields))).toEqual([
    'Delivery zone: Tasmania',
    'Note of delivery zones: Signed for',
    'Delivery zone: Sydney: by hand',
  ]);
});
