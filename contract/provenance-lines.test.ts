import { expect, test } from 'vitest';
import { partialDateInWords } from './provenance-lines.ts';

test.each([
  ['2021', 'vi', '2021'],
  ['2021-03', 'en', 'March 2021'],
  ['2021-03', 'vi', 'Tháng 3 năm 2021'],
  ['2021-03-14', 'en', '14 March 2021'],
  ['2021-03-14', 'vi', '14 tháng 3, 2021'],
] as const)('writes %s in %s as %j', (date, language, words) => {
  expect(partialDateInWords(date, language)).toBe(words);
});
