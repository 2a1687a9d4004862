import { expect, it } from 'vitest';
import { createRandomBytes } from './random-bytes.ts';

it('Random bytes are given once, in any number', () => {
  const randomBytes = createRandomBytes();
  const given = Array.from({ length: 2_000 }, (_, at) => randomBytes(8 + (at % 60)));
  expect(given.map(({ length }) => length)).toEqual(given.map((_, at) => 8 + (at % 60)));
  expect(new Set(given.map((bytes) => bytes.toString('hex', 0, 8))).size).toBe(given.length);
  const first = given[0]?.toString('hex');
  for (let count = 0; count < 1_000; count += 1) randomBytes(16);
  expect(given[0]?.toString('hex')).toBe(first);
});
