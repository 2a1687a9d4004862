import { expect, test } from 'vitest';
import { groupDigits } from './card-number.ts';

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242 42424', '4242 4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 8224 6310 005'],
  ['4242 4242 ', '4242 4242'],
  ['•••• •••• •••• 4242', '•••• •••• •••• 4242'],
  ['my card', 'my card'],
])('%j is shown as %j', (typed, shown) => expect(groupDigits(typed)).toBe(shown));
