// An operation as the call it is, and the answer in the model's words.
import { createHash } from 'node:crypto';
import type { EndpointName } from '#contract/api.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Listing } from '#contract/catalog.ts';
import { toCents, toDollars } from '#contract/money.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import type { CallOptions, DoorAnswer } from '#server/testing/door.ts';
import { epoch, type Names } from './names.ts';
import { type Label, type Operation, rightPassword } from './operations.ts';
import { cartLine, holdShown, orderLine, paymentsLine, pieceLine, receiptLine, userLine } from './views.ts';

type Call = { endpoint: EndpointName } & CallOptions;

export function callOf(names: Names, operation: Operation): Call {
  const call = bareCallOf(names, operation);
  const token = 'by' in operation && operation.by !== null ? names.idOf(operation.by) : null;
  const key = 'key' in operation ? operation.key : null;
  return { ...call, token, ...(key !== null && { headers: { 'idempotency-key': key } }) };
}

function bareCallOf(names: Names, operation: Operation): Call {
  return buyersCallOf(names, operation) ?? keepersCallOf(names, operation) ?? accountsCallOf(operation);
}

const idsOf = (names: Names, labels: readonly Label[]) => labels.map((label) => names.idOf(label));
const at = (names: Names, label: Label) => ({ params: { id: names.idOf(label) } });

function accountsCallOf(operation: Operation): Call {
  const { does, n } = operation;
  if (does === 'signOut') return { endpoint: 'signOut' };
  const password = 'isRight' in operation && !operation.isRight ? 'another one' : rightPassword;
  if (does === 'deleteAccount') return { endpoint: 'deleteOwnAccount', body: { currentPassword: password } };
  const email = 'email' in operation ? operation.email : '';
  const body = does === 'register' ? { mode: 'register', name: `User ${n}` } : { mode: 'signin' };
  return { endpoint: 'authenticate', body: { ...body, email, password } };
}

function buyersCallOf(names: Names, operation: Operation): Call | null {
  switch (operation.does) {
    case 'addToCart':
    case 'removeFromCart':
      return { endpoint: operation.does, body: { listingId: names.idOf(operation.piece) } };
    case 'clearCart':
      return { endpoint: 'clearCart' };
    case 'hold':
      return { endpoint: 'holdPieces', body: { listingIds: idsOf(names, operation.pieces) } };
    case 'giveUp':
      return { endpoint: 'releaseHolds' };
    case 'checkOut': {
      const items = operation.items.map(({ piece, price }) => ({
        listingId: names.idOf(piece),
        price: toDollars(price),
      }));
      const isOrder = operation.route === 'orders';
      // Both forms of POST /orders (SPEC.md §7).
      const body = isOrder && items.length === 1 && operation.n % 2 === 0 ? { ...items[0] } : { items };
      return { endpoint: isOrder ? 'createOrder' : 'createCheckout', body };
    }
    case 'confirm': {
      const { order, called, pieces } = operation;
      const name = called === 'id' ? { orderId: names.idOf(order) } : { orderDate: names.dateOf(order) };
      return { endpoint: 'confirmPayment', body: { ...name, listingIds: idsOf(names, pieces) } };
    }
    case 'modify': {
      // What it says of money is nobody's business but the shop's.
      const items = idsOf(names, operation.pieces).map((listingId) => ({ listingId, price: 0.01 }));
      return { endpoint: 'updateOrder', ...at(names, operation.order), body: { items, totalPrice: 0.01 } };
    }
    case 'cancel':
      return { endpoint: 'cancelOrder', ...at(names, operation.order) };
    default:
      return null;
  }
}

function keepersCallOf(names: Names, operation: Operation): Call | null {
  switch (operation.does) {
    case 'addPiece': {
      const { n, price, isUnique: unique, isSold: sold } = operation;
      return { endpoint: 'addProduct', body: { name: `Piece ${n}`, price: toDollars(price), unique, sold } };
    }
    case 'editPiece': {
      const { price, ...changes } = operation.changes;
      const body = { ...changes, ...(price !== undefined && { price: toDollars(price) }) };
      return { endpoint: 'updateProduct', ...at(names, operation.piece), body };
    }
    case 'deletePiece':
      return { endpoint: 'deleteProduct', ...at(names, operation.piece) };
    case 'setStatus':
      return { endpoint: 'setOrderStatus', ...at(names, operation.order), body: { status: operation.status } };
    case 'endHold':
      return { endpoint: 'releaseHold', ...at(names, operation.piece) };
    case 'addUser': {
      const { n, email, isAdmin } = operation;
      return { endpoint: 'addUser', body: { name: `User ${n}`, email, password: rightPassword, isAdmin } };
    }
    case 'setAdmin':
      return { endpoint: 'setAdmin', ...at(names, operation.user), body: { isAdmin: operation.isAdmin } };
    case 'deleteUser':
      return { endpoint: 'deleteUser', ...at(names, operation.user) };
    default:
      return null;
  }
}

/** What a successful answer shows; on the way the names of what is new are learned. */
export function shownBy(names: Names, { does, n }: Operation, answer: DoorAnswer<unknown>): string {
  // The door checked the body against the endpoint's schema; each line reads the one its operation calls.
  const body = answer.body as Bodies;
  switch (does) {
    case 'register':
    case 'signIn':
      names.learn(`session ${n}`, body.token);
      // What the shop keeps of a token is its hash.
      names.learnAlias(`session ${n}`, createHash('sha256').update(body.token).digest('hex'));
      return userShownBy(names, n, body.user);
    case 'addUser':
    case 'setAdmin':
      return userShownBy(names, n, body.user);
    case 'addToCart':
    case 'removeFromCart':
    case 'clearCart':
      return cartShownBy(names, body.cartItems);
    case 'hold':
      return holdShown(
        timeOf(body.expiresAt),
        body.held.map((id) => names.labelOf(id)),
      );
    case 'checkOut':
      return body.order ? orderMade(names, n, body.order) : receiptShownBy(names, n, body);
    case 'confirm':
    case 'modify':
    case 'cancel':
    case 'setStatus':
      return orderShownBy(names, body.order);
    case 'addPiece':
      names.learn(`piece ${n}`, body.product.id);
      return pieceShownBy(names, body.product);
    case 'editPiece':
      return pieceShownBy(names, body.product);
    default:
      return '';
  }
}

interface Bodies {
  token: string;
  user: ShownUser;
  cartItems: CartItem[];
  expiresAt: string;
  held: string[];
  order: Order;
  orderId: string;
  orderDate: string;
  holdExpiresAt: string | null;
  product: Listing;
}

interface ShownUser {
  id: string;
  isAdmin: boolean;
  activityScore: number;
}

export const timeOf = (moment: string) => Date.parse(moment) - epoch;
const timeOrNull = (moment: string | null) => (moment === null ? null : timeOf(moment));

function userShownBy(names: Names, n: number, user: ShownUser): string {
  return userLine(names.learn(`user ${n}`, user.id), { isAdmin: user.isAdmin, score: user.activityScore });
}

export function cartShownBy(names: Names, items: readonly CartItem[]): string {
  const entries = items.map(({ listingId, addedAt }) => ({ piece: names.labelOf(listingId), at: timeOf(addedAt) }));
  const isOldestFirst = entries.every(({ at }, index) => at >= (entries[index - 1]?.at ?? at));
  return isOldestFirst ? cartLine(entries) : 'a cart in disorder';
}

export function pieceShownBy(names: Names, listing: Listing): string {
  if (listing.sold !== (listing.status === 'sold') || listing.reserved !== (listing.reservedUntil !== null))
    return `${listing.id} contradicts itself`;
  return pieceLine(names.labelOf(listing.id), {
    name: listing.name,
    price: toCents(listing.price),
    isUnique: listing.unique,
    status: listing.status,
    reservedUntil: timeOrNull(listing.reservedUntil),
  });
}

export function orderShownBy(names: Names, order: Order): string {
  if (order.price !== order.totalPrice || order.date !== order.orderDate) return `${order.id} contradicts itself`;
  return orderLine(names.labelOf(order.id), {
    user: names.labelOf(order.userId),
    status: order.status,
    total: toCents(order.totalPrice),
    items: order.items.map((item) => ({
      piece: names.labelOf(item.listingId),
      name: item.listing.name,
      price: toCents(item.price),
    })),
    holdUntil: timeOrNull(order.holdExpiresAt),
  });
}

export function paymentsShownBy({ payments }: Pick<OrderDetails, 'payments'>): string {
  return paymentsLine(payments.map(({ kind, amount }) => (kind === 'charge' ? 1 : -1) * toCents(amount)));
}

function orderMade(names: Names, n: number, order: Order): string {
  names.learnDate(names.learn(`order ${n}`, order.id), order.orderDate);
  return orderShownBy(names, order);
}

function receiptShownBy(names: Names, n: number, { orderId, orderDate, holdExpiresAt }: Bodies): string {
  const label = names.learn(`order ${n}`, orderId);
  names.learnDate(label, orderDate);
  return receiptLine(label, timeOrNull(holdExpiresAt));
}
