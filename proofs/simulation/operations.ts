import type { Role } from '#contract/roles.ts';
import type { ListingStatus, OrderStatus } from '#contract/states.ts';

/**
 * Stands for an id that only the shop knows: `piece 12` is the piece that operation 12 made. So a history can be repeated in
 * another shop, and an operation can be left out of it: what it would have made does not exist then.
 */
export type Label = string;

/** An endpoint of the contract (`register` and `signIn` are `authenticate`) and what is sent, with labels instead of ids. */
export type Action =
  | {
      does: 'register' | 'signIn';
      body: { mode: 'register' | 'signin'; name?: string; email: string; password: string };
    }
  | { does: 'signOut' | 'clearCart' | 'releaseHolds' }
  | { does: 'addToCart' | 'removeFromCart'; body: { listingId: Label } }
  | { does: 'holdPieces'; body: { listingIds: readonly Label[] } }
  | { does: 'createCheckout'; body: { items: readonly Wanted[] } }
  | { does: 'createOrder'; body: { items: readonly Wanted[] } | Wanted }
  | { does: 'confirmPayment'; body: ({ orderId: Label } | { orderDate: Label }) & { listingIds: readonly Label[] } }
  | { does: 'updateOrder'; params: { id: Label }; body: { items: readonly Wanted[]; totalPrice: number } }
  | { does: 'cancelOrder' | 'deleteProduct' | 'releaseHold' | 'deleteUser'; params: { id: Label } }
  | { does: 'confirmIdentity'; body: { password: string } }
  | { does: 'deleteOwnAccount'; body: { currentPassword: string } }
  | { does: 'addProduct'; body: { name: string; price: number; unique: boolean; sold: boolean } }
  | { does: 'updateProduct'; params: { id: Label }; body: ListingChanges }
  | { does: 'setOrderStatus'; params: { id: Label }; body: { status: OrderStatus } }
  | { does: 'addUser'; body: { name: string; email: string; password: string; isAdmin: boolean } }
  | { does: 'setAdmin'; params: { id: Label }; body: { isAdmin: boolean } }
  | { does: 'setRole'; params: { id: Label }; body: { role: Role | null } };

/** `price` in dollars, as the buyer saw it. */
export interface Wanted {
  listingId: Label;
  price: number;
}

export interface ListingChanges {
  name?: string;
  price?: number;
  unique?: boolean;
  status?: ListingStatus;
  sold?: boolean;
}

/** Somebody's action. `by`: the session, null for a guest. `key`: an Idempotency-Key. */
export type Request = { by: Label | null; key?: string | null } & Action;

/** `n` numbers what it makes. `at`: milliseconds since the history began. */
export type Operation = { n: number; at: number } & Request;

/** Operations that begin at once; usually one. All have the same `at`. */
export type Step = readonly Operation[];

export type Does = Action['does'];

/** The account that exists before anything happens; no operation made it. */
export const firstAdmin = { label: 'user 0', email: 'shopkeeper@example.com' } as const;
export const rightPassword = 'secret1';
