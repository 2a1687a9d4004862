import { expect, test } from 'vitest';
import { foldPhone, searchAsPhone } from './phone-number.ts';

test.each([
  ['0412 345 678', '0412345678'],
  ['+61 412 345 678', '0412345678'],
  ['+61 (0)412 345 678', '0412345678'],
  ['0061 412 345 678', '0412345678'],
  ['0011 61 412 345 678', '0412345678'],
  ['61412345678', '0412345678'],
  ['(02) 9876-5432', '0298765432'],
  ['+61 412', '0412'],
  ['+84 91 234 5678', '84912345678'],
  ['', ''],
])('folds "%s" to "%s"', (written, folded) => {
  expect(foldPhone(written)).toBe(folded);
});

test.each(['Moon', 'K7M-4QX', '2026', '', '+61'])('does not take "%s" for a phone number', (search) => {
  expect(searchAsPhone(search)).toBeNull();
});

test('takes the middle of a number with spaces for a phone number', () => {
  expect(searchAsPhone('412 345')).toBe('412345');
});
