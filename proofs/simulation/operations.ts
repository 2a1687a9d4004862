import type { ListingStatus, OrderStatus } from '#contract/states.ts';

/**
 * Stands for an id that is not known yet: `piece 12` is the piece that operation 12 made, whatever id the shop gives it.
 * So a sequence can be repeated in another shop, and an operation left out of it: what it would have made is then unknown.
 */
export type Label = string;

/** One call. `by`: the session it is made with, null for a guest. */
export type Action =
  | { does: 'register'; email: string }
  | { does: 'signIn'; email: string; isRight: boolean }
  | { does: 'signOut'; by: Label | null }
  | { does: 'addToCart' | 'removeFromCart'; by: Label | null; piece: Label }
  | { does: 'clearCart'; by: Label | null }
  | { does: 'hold'; by: Label | null; pieces: readonly Label[] }
  | { does: 'giveUp'; by: Label | null }
  | ({ does: 'checkOut'; by: Label | null; route: 'checkout' | 'orders'; items: readonly Wanted[] } & Keyed)
  | ({ does: 'confirm'; by: Label | null; order: Label; called: 'date' | 'id'; pieces: readonly Label[] } & Keyed)
  | { does: 'modify'; by: Label | null; order: Label; pieces: readonly Label[] }
  | { does: 'cancel'; by: Label | null; order: Label }
  | { does: 'deleteAccount'; by: Label | null; isRight: boolean }
  | { does: 'addPiece'; by: Label | null; price: number; isUnique: boolean; isSold: boolean }
  | { does: 'editPiece'; by: Label | null; piece: Label; changes: PieceChanges }
  | { does: 'deletePiece'; by: Label | null; piece: Label }
  | { does: 'setStatus'; by: Label | null; order: Label; status: OrderStatus }
  | { does: 'endHold'; by: Label | null; piece: Label }
  | { does: 'addUser'; by: Label | null; email: string; isAdmin: boolean }
  | { does: 'setAdmin'; by: Label | null; user: Label; isAdmin: boolean }
  | { does: 'deleteUser'; by: Label | null; user: Label };

/** `price` in cents, as the buyer saw it. */
export interface Wanted {
  piece: Label;
  price: number;
}

/** An Idempotency-Key, null without one. */
interface Keyed {
  key: string | null;
}

export interface PieceChanges {
  name?: string;
  price?: number;
  unique?: boolean;
  status?: ListingStatus;
  sold?: boolean;
}

/** `n` ids what it makes; `at`: milliseconds since the sequence began. */
export type Operation = { n: number; at: number } & Action;

/** Operations that are begun at once; mostly there is one only. All have the same `at`. */
export type Step = readonly Operation[];

export type Does = Action['does'];

/** The account that is there before anything happens; no operation made it. */
export const firstAdmin = { label: 'user 0', email: 'shopkeeper@example.com' } as const;
export const rightPassword = 'secret1';
