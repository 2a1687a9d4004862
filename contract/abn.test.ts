import { expect, test } from 'vitest';
import { formatAbn, isAbn } from './abn.ts';

test.each(['51824753556', '53004085616', '83914571673'])('%s is an ABN', (digits) => {
  expect(isAbn(digits)).toBe(true);
});

test.each(['51824753557', '15824753556', '5182475355', '518247535560', '00000000000', '5182475355a', ''])(
  '%j is not an ABN',
  (digits) => {
    expect(isAbn(digits)).toBe(false);
  },
);

test('an ABN with any one digit changed is refused', () => {
  const abn = '51824753556';
  for (let place = 0; place < abn.length; place++)
    for (const digit of '0123456789')
      expect(isAbn(abn.slice(0, place) + digit + abn.slice(place + 1))).toBe(digit === abn[place]);
});

test('formatAbn prints groups of two and three digits, and nothing for an empty text', () => {
  expect(formatAbn('51824753556')).toBe('51 824 753 556');
  expect(formatAbn('')).toBe('');
});
