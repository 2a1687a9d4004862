import type { Step } from './operations.ts';

/** What once failed, as short as it could be made. Every run of the proof begins with them. */
export const regressions: readonly { name: string; seed: number; steps: readonly Step[] }[] = [
  {
    name: 'a hold that an admin ends takes the checkout over that piece with it, not one over another',
    seed: 1_000_007,
    steps: [
      [{ n: 1, at: 10, does: 'signIn', email: 'shopkeeper@example.com', isRight: true }],
      [{ n: 2, at: 20, does: 'addPiece', by: 'session 1', price: 3900, isUnique: true, isSold: false }],
      [{ n: 3, at: 30, does: 'addPiece', by: 'session 1', price: 1700, isUnique: true, isSold: false }],
      [{ n: 4, at: 40, does: 'register', email: 'dung@example.com' }],
      [
        {
          n: 5,
          at: 50,
          does: 'checkOut',
          by: 'session 4',
          route: 'checkout',
          items: [{ piece: 'piece 2', price: 3900 }],
          key: null,
        },
      ],
      [{ n: 6, at: 60, does: 'hold', by: 'session 4', pieces: ['piece 3'] }],
      [{ n: 7, at: 70, does: 'endHold', by: 'session 1', piece: 'piece 3' }],
      [
        {
          n: 8,
          at: 80,
          does: 'confirm',
          by: 'session 4',
          order: 'order 5',
          called: 'date',
          pieces: ['piece 2'],
          key: null,
        },
      ],
    ],
  },
  {
    name: 'a checkout whose buyer has left holds nothing and keeps the admin from nothing',
    seed: 3_000_060,
    steps: [
      [{ n: 1, at: 10, does: 'signIn', email: 'shopkeeper@example.com', isRight: true }],
      [{ n: 2, at: 20, does: 'addPiece', by: 'session 1', price: 300, isUnique: true, isSold: false }],
      [{ n: 3, at: 30, does: 'register', email: 'gia@example.com' }],
      [
        {
          n: 4,
          at: 40,
          does: 'checkOut',
          by: 'session 3',
          route: 'orders',
          items: [{ piece: 'piece 2', price: 300 }],
          key: 'key 1',
        },
      ],
      [{ n: 5, at: 50, does: 'deleteUser', by: 'session 1', user: 'user 3' }],
      [
        {
          n: 6,
          at: 60,
          does: 'editPiece',
          by: 'session 1',
          piece: 'piece 2',
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
      [
        {
          n: 5,
          at: 50,
          does: 'checkOut',
          by: 'session 4',
          route: 'orders',
          items: [{ piece: 'piece 2', price: 300 }],
          key: null,
        },
      ],
      [
        {
          n: 6,
          at: 60,
          does: 'confirm',
          by: 'session 4',
          order: 'order 5',
          called: 'id',
          pieces: ['piece 2'],
          key: null,
        },
      ],
      [
        {
          n: 7,
          at: 70,
          does: 'checkOut',
          by: 'session 4',
          route: 'checkout',
          items: [{ piece: 'piece 3', price: 400 }],
          key: null,
        },
      ],
      [
        { n: 8, at: 80, does: 'deleteUser', by: 'session 1', user: 'user 4' },
        { n: 9, at: 80, does: 'giveUp', by: 'session 4' },
        { n: 10, at: 80, does: 'cancel', by: 'session 4', order: 'order 5' },
        { n: 11, at: 80, does: 'cancel', by: 'session 4', order: 'order 7' },
      ],
    ],
  },
];
