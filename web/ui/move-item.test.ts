import { expect, test } from 'vitest';
import { moveItem } from './move-item.ts';

test('moves an item, and leaves the given list as it was', () => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(items, 2, 0)).toEqual(['c', 'a', 'b']);
  expect(items).toEqual(['a', 'b', 'c']);
});
