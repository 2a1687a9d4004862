import { expect, test } from 'vitest';
import { makersOf } from './makers.ts';

test.each([
  ['Lê Vân Khê', '', 'Lê Vân Khê'],
  ['', 'Lê Vân Khê, Ngô Thị Lan', 'Lê Vân Khê, Ngô Thị Lan'],
  ['lê vân khê', 'Lê Vân Khê, Ngô Thị Lan', 'Lê Vân Khê, Ngô Thị Lan'],
  ['Lê Vân Khê', 'Ngô Thị Lan', 'Lê Vân Khê, Ngô Thị Lan'],
  ['', '', ''],
])('shows artist %j and artists %j as %j', (artist, artists, shown) => {
  expect(makersOf({ artist, artists })).toBe(shown);
});
