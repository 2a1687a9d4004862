import { expect, test } from 'vitest';
import { liftAbove } from './toast-position.ts';

const box = { top: 700, bottom: 760 };
const topLimit = 64;

test('toasts do not move when they cover nothing', () => {
  expect(liftAbove(box, [{ top: 600, bottom: 640 }], topLimit)).toBe(0);
});

test('toasts move above a covered heading, and above the next one if they would cover that then', () => {
  expect(liftAbove(box, [{ top: 720, bottom: 750 }], topLimit)).toBe(52);
  const close = [
    { top: 640, bottom: 670 },
    { top: 720, bottom: 750 },
  ];
  expect(liftAbove(box, close, topLimit)).toBe(132);
});

test('toasts do not move when there is no free position', () => {
  expect(liftAbove(box, [{ top: 100, bottom: 760 }], topLimit)).toBe(0);
});
