import fc from 'fast-check';
import { expect, test } from 'vitest';
import { box as boxOfContract } from '#contract/close-look.ts';
import { boxBetween, corners, fits, moved, scaled, sides, withCornerMoved, withSide } from './box-geometry.ts';

const piece = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 };
const anywhere = fc.double({ min: -2, max: 2, noNaN: true });
const point = fc.record({ x: anywhere, y: anywhere });
const inside = fc.tuple(point, point).map(([one, other]) => boxBetween(one, other) ?? piece);

test('a moved box stops at the edge of the picture', () => {
  expect(moved(piece, { x: 0.05, y: -0.01 })).toEqual({ ...piece, x: 0.15, y: 0.19 });
  expect(moved(piece, { x: 1, y: -1 })).toEqual({ ...piece, x: 0.5, y: 0 });
});

test('moving one corner leaves the opposite one in its place', () => {
  expect(withCornerMoved(piece, 'upper left', { x: 0.1, y: 0.1 })).toEqual({ x: 0.2, y: 0.3, width: 0.4, height: 0.3 });
  expect(withCornerMoved(piece, 'lower right', { x: 1, y: 0.1 })).toEqual({ ...piece, width: 0.9, height: 0.5 });
  expect(withCornerMoved(piece, 'upper right', { x: -0.9, y: 0 })).toEqual({ ...piece, width: 0.01 });
});

test('a typed number fits if the box stays inside the picture and at least 1 percent wide and high', () => {
  for (const [side, value] of [
    ['x', 0],
    ['x', 0.5],
    ['width', 0.01],
    ['height', 0.8],
  ] as const) {
    expect(fits({ ...piece, [side]: value })).toBe(true);
    expect(withSide(piece, side, value)).toEqual({ ...piece, [side]: value });
  }
  for (const [side, value] of [
    ['x', -0.1],
    ['x', 0.51],
    ['width', 0.001],
    ['height', 0.81],
  ] as const)
    expect(fits({ ...piece, [side]: value })).toBe(false);
});

test('a scaled box keeps its middle, unless it would reach beyond the picture', () => {
  expect(scaled(piece, 1.2)).toEqual({ x: 0.05, y: 0.16, width: 0.6, height: 0.48 });
  expect(scaled({ x: 0, y: 0, width: 0.9, height: 0.9 }, 2)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

test('a drag over less than 2 percent of the picture makes no box', () => {
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.6 })).toBeNull();
  expect(boxBetween({ x: 0.5, y: 0.6 }, { x: 0.2, y: 0.4 })).toEqual({ x: 0.2, y: 0.4, width: 0.3, height: 0.2 });
});

test('no change of a box makes one that the server would refuse', () => {
  const made = fc.oneof(
    fc.tuple(inside, point).map(([one, by]) => moved(one, by)),
    fc.tuple(inside, fc.constantFrom(...corners), point).map(([one, corner, by]) => withCornerMoved(one, corner, by)),
    fc.tuple(inside, fc.constantFrom(...sides), anywhere).map(([one, side, value]) => withSide(one, side, value)),
    fc.tuple(inside, fc.double({ min: 0.1, max: 3, noNaN: true })).map(([one, factor]) => scaled(one, factor)),
  );
  fc.assert(fc.property(made, (one) => boxOfContract.safeParse(one).success));
});
