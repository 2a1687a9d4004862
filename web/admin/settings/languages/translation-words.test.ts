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
