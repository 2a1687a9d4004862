import type { Step } from './operations.ts';

/** Histories that once failed, as fast-check shrank them. Every run of the proof begins with them. */
export const regressions: readonly { name: string; seed: number; steps: readonly Step[] }[] = [
  {
    name: 'a hold that an admin ends takes the checkout over that piece with it, not one over another',
    seed: 1_000_007,
    steps: [
      [{ n: 1, at: 10, does: 'signIn', email: 'shopkeeper@example.com', isRight: true }],
      [{ n: 2, at: 20, does: 'addPiece', by: 'session 1', price: 3900, isUnique: true, isSold: false }],
      [{ n: 3, at: 30, does: 'addPiece', by: 'session 1', price: 1700, isUnique: true, isSold: false }],
      [{ n: 4, at: 40, does: 'register', email: 'dung@example.com' }],
      [checkOut(5, 'session 4', 'checkout', 'piece 2', 3900)],
      [{ n: 6, at: 60, does: 'hold', by: 'session 4', pieces: ['piece 3'] }],
      [{ n: 7, at: 70, does: 'endHold', by: 'session 1', piece: 'piece 3' }],
      [confirm(8, 'session 4', 'order 5', 'date', 'piece 2')],
    ],
  },
  {
    name: 'a checkout whose buyer has left holds nothing and keeps the admin from nothing',
    seed: 3_000_060,
    steps: [
      [{ n: 1, at: 10, does: 'signIn', email: 'shopkeeper@example.com', isRight: true }],
      [{ n: 2, at: 20, does: 'addPiece', by: 'session 1', price: 300, isUnique: true, isSold: false }],
      [{ n: 3, at: 30, does: 'register', email: 'gia@example.com' }],
      [{ ...checkOut(4, 'session 3', 'orders', 'piece 2', 300), key: 'key 1' }],
      [{ n: 5, at: 50, does: 'deleteUser', by: 'session 1', user: 'user 3' }],
      [
        {
          ...{ n: 6, at: 60, does: 'editPiece', by: 'session 1', piece: 'piece 2' },
          changes: { status: 'discontinued', unique: false },
        },
      ],
    ],
  },
  {
    name: 'a buyer who is deleted at the same moment is told to sign in, or was in time',
    seed: 3_000_017,
    steps: [
      [{ n: 1, at: 10, does: 'signIn', email: 'shopkeeper@example.com', isRight: true }],
      [{ n: 2, at: 20, does: 'addPiece', by: 'session 1', price: 300, isUnique: true, isSold: false }],
      [{ n: 3, at: 30, does: 'addPiece', by: 'session 1', price: 400, isUnique: true, isSold: false }],
      [{ n: 4, at: 40, does: 'register', email: 'gia@example.com' }],
      [checkOut(5, 'session 4', 'orders', 'piece 2', 300)],
      [confirm(6, 'session 4', 'order 5', 'id', 'piece 2')],
      [checkOut(7, 'session 4', 'checkout', 'piece 3', 400)],
      [
        { n: 8, at: 80, does: 'deleteUser', by: 'session 1', user: 'user 4' },
        { n: 9, at: 80, does: 'giveUp', by: 'session 4' },
        { n: 10, at: 80, does: 'cancel', by: 'session 4', order: 'order 5' },
        { n: 11, at: 80, does: 'cancel', by: 'session 4', order: 'order 7' },
      ],
    ],
  },
];

function checkOut(n: number, by: string, route: 'checkout' | 'orders', piece: string, price: number) {
  return { n, at: 10 * n, does: 'checkOut', by, route, items: [{ piece, price }], key: null } as const;
}

function confirm(n: number, by: string, order: string, called: 'date' | 'id', piece: string) {
  return { n, at: 10 * n, does: 'confirm', by, order, called, pieces: [piece], key: null } as const;
}
