import { expect, it } from 'vitest';
import { hasTrueShape } from './true-size.ts';

const box = { x: 0.1, y: 0.1, width: 0.5, height: 0.8 };

it('A box has the true shape if its proportions differ from those of the measures by at most 10 %', () => {
  // 500 x 800 pixels
  const image = { width: 1_000, height: 1_000 };
  expect(hasTrueShape(image, box, { width: 50, height: 80 })).toBe(true);
  expect(hasTrueShape(image, box, { width: 50, height: 75 })).toBe(true);
  expect(hasTrueShape(image, box, { width: 54, height: 80 })).toBe(true);
  expect(hasTrueShape(image, box, { width: 50, height: 60 })).toBe(false);
  expect(hasTrueShape(image, box, { width: 36, height: 10 })).toBe(false);
});

it('A box in a picture whose size in pixels is not known counts as having the true shape', () => {
  expect(hasTrueShape({ width: 0, height: 0 }, box, { width: 36, height: 10 })).toBe(true);
});
