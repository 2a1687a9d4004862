import { expect, it } from 'vitest';
import { fittedTo, lengthOf, movedBy, pixelsPerCm, rectangleAround, startIn } from './photo-geometry.ts';

it('A length may be typed with a comma, a point or its unit', () => {
  for (const [typed, length] of [
    ['140', 140],
    [' 29,7 ', 29.7],
    ['8.56 cm', 8.56],
    ['.5', 0.5],
    ['140.', 140],
  ] as const)
    expect([typed, lengthOf(typed)]).toEqual([typed, length]);
  for (const typed of ['', '0', '0,01', '-5', '1,2,3', '10001', '1e3', 'door', '29.7 in'])
    expect([typed, lengthOf(typed)]).toEqual([typed, null]);
});

it('A slanted line gives the scale of the photo, and the scale gives the size of the piece', () => {
  const line = [
    { x: 100, y: 100 },
    { x: 400, y: 500 },
  ] as const;
  const scale = pixelsPerCm(line, 100);
  expect(scale).toBe(5);
  const piece = rectangleAround({ x: 1_000, y: 600 }, { width: 75, height: 96 }, scale);
  expect(piece).toEqual({ x: 812.5, y: 360, width: 375, height: 480 });
});

it('A line of length 0 still gives the piece a size', () => {
  const point = { x: 3, y: 3 };
  expect(pixelsPerCm([point, point], 29.7)).toBeGreaterThan(0);
});

it('Nothing is moved out of the photo', () => {
  const photo = { width: 200, height: 100 };
  expect(movedBy({ x: 10, y: 10 }, { x: -50, y: 5 }, photo)).toEqual({ x: 0, y: 15 });
  expect(movedBy({ x: 190, y: 90 }, { x: 50, y: 50 }, photo)).toEqual({ x: 200, y: 100 });
});

it('The line and the middle of the piece lie inside a new photo', () => {
  const { line, middle } = startIn({ width: 300, height: 900 });
  for (const { x, y } of [...line, middle]) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(300);
    expect(y).toBeLessThan(900);
  }
});

it('A large photo is made smaller in the same shape, a small one is not made larger', () => {
  expect(fittedTo({ width: 8_000, height: 6_000 }, 2_560)).toEqual({ width: 2_560, height: 1_920 });
  expect(fittedTo({ width: 640, height: 480 }, 2_560)).toEqual({ width: 640, height: 480 });
  expect(fittedTo({ width: 1, height: 100_000 }, 2_560)).toEqual({ width: 1, height: 2_560 });
});
