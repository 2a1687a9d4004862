import { expect, test } from 'vitest';
import { directionInName, directionInWords, freeDirection, movedDirection } from './light-directions.ts';

const at = (azimuth: number, elevation = 30) => ({ azimuth, elevation });

test('a direction is said as the side that it is nearest to and its height', () => {
  expect(directionInWords(at(45, 45))).toBe('from the upper right, 45° high');
  expect(directionInWords(at(350, 0))).toBe('from the right, 0° high');
  expect(directionInWords(at(92, 15))).toBe('from the top, 15° high');
  expect(directionInWords(at(210, 60))).toBe('from the lower left, 60° high');
  expect(directionInWords(at(210, 90))).toBe('from straight above');
});

test('a direction is read from a side, degrees or above at the end of a file name', () => {
  for (const [name, direction] of [
    ['moon-north-east.jpg', at(45)],
    ['Moon NorthWest.JPG', at(135)],
    ['red-river-moon-sw.webp', at(225)],
    ['moon_lower right.tif', at(315)],
    ['moon-top-left-2.jpg', at(135)],
    ['moon-e.webp', at(0)],
    ['moon-top.jpg', at(90)],
    ['left.jpg', at(180)],
    ['moon-s.jpg', at(270)],
    ['moon-45deg.jpg', at(45)],
    ['moon 200°.jpg', at(200)],
    ['moon-360deg-3.jpg', at(0)],
    ['moon-45deg-20deg.jpg', at(45, 20)],
    ['moon-above.jpg', at(0, 90)],
    ['moon-overhead.heic', at(0, 90)],
  ] as const)
    expect(directionInName(name), name).toEqual(direction);
});

test('no direction is read from a file name that has none at its end', () => {
  const names = ['IMG_1234.jpg', 'moon-above-the-river.jpg', 'left-bank.jpg', 'west-lake-3-b.jpg', 'moon-400deg.jpg'];
  for (const name of [...names, 'bright.jpg', 'stop.jpg', 'moon-10deg-95deg.jpg', '.jpg', ''])
    expect(directionInName(name), name).toBeNull();
});

test('a photograph whose name says nothing gets the first side without a light', () => {
  expect(freeDirection([])).toEqual(at(0));
  expect(freeDirection([at(0), at(50)])).toEqual(at(90));
  // Straight above is no side.
  expect(freeDirection([at(0, 90)])).toEqual(at(0));
  expect(freeDirection([at(350)])).toEqual(at(45));
  const seven = [0, 45, 90, 135, 180, 225, 270].map((azimuth) => at(azimuth));
  expect(freeDirection(seven)).toEqual(at(315));
});

test('a direction moves around without an end, and not below the surface', () => {
  expect(movedDirection(at(350, 80), 15, 15)).toEqual(at(5, 90));
  expect(movedDirection(at(5, 10), -15, -15)).toEqual(at(350, 0));
});
