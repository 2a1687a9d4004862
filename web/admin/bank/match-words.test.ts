import { expect, it } from 'vitest';
import { wordsOfMatch } from './match-words.ts';

const price = (amount: number) => `$${amount.toFixed(2)}`;

it.each([
  ['exactly what is left', 3200, 'pending', '', 3200],
  ['less', 3100.9, 'pending', '$99.10 less than is left: it counts as a part, and the rest stays open.', 3100.9],
  ['more', 3300, 'pending', '$100.00 more than is left: $3200.00 is recorded, and you send $100.00 back.', 3200],
  ['late', 3200, 'cancelled', 'Late: the reservation has ended. It is paid if its pieces are still for sale.', 3200],
] as const)('gives the words and the amount for money that is %s', (_what, amount, status, words, recorded) => {
  expect(wordsOfMatch(amount, { left: 3200, status }, price)).toEqual({ words, recorded });
});

it('gives no amount to record for money that came twice', () => {
  expect(wordsOfMatch(3200, { left: 0, status: 'paid' }, price)).toMatchObject({ recorded: null });
});
