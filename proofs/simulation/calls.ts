// Translates an operation into a call, and the answer into lines that can be compared with the model's.
import { createHash } from 'node:crypto';
import type { EndpointName } from '#contract/api.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Listing } from '#contract/catalog.ts';
import { toCents, toDollars } from '#contract/money.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import type { ApiAnswer, CallOptions } from '#server/testing/api-client.ts';
import { epoch, type Ids } from './ids.ts';
import { cartLine, holdShown, orderLine, paymentsLine, pieceLine, receiptLine, userLine } from './lines.ts';
import { type Label, type Operation, rightPassword } from './operations.ts';

type Call = { endpoint: EndpointName } & CallOptions;

export function callOf(ids: Ids, operation: Operation): Call {
  const call = bareCallOf(ids, operation);
  const token = 'by' in operation && operation.by !== null ? ids.idOf(operation.by) : null;
  const key = 'key' in operation ? operation.key : null;
  return { ...call, token, ...(key !== null && { headers: { 'idempotency-key': key } }) };
}

function bareCallOf(ids: Ids, operation: Operation): Call {
  return buyersCallOf(ids, operation) ?? adminsCallOf(ids, operation) ?? accountsCallOf(operation);
}

const idsOf = (ids: Ids, labels: readonly Label[]) => labels.map((label) => ids.idOf(label));
const at = (ids: Ids, label: Label) => ({ params: { id: ids.idOf(label) } });

function accountsCallOf(operation: Operation): Call {
  const { does, n } = operation;
  if (does === 'signOut') return { endpoint: 'signOut' };
  const password = 'isRight' in operation && !operation.isRight ? 'another one' : rightPassword;
  if (does === 'deleteAccount') return { endpoint: 'deleteOwnAccount', body: { currentPassword: password } };
  const email = 'email' in operation ? operation.email : '';
  const body = does === 'register' ? { mode: 'register', name: `User ${n}` } : { mode: 'signin' };
  return { endpoint: 'authenticate', body: { ...body, email, password } };
}

function buyersCallOf(ids: Ids, operation: Operation): Call | null {
  switch (operation.does) {
    case 'addToCart':
    case 'removeFromCart':
      return { endpoint: operation.does, body: { listingId: ids.idOf(operation.piece) } };
    case 'clearCart':
      return { endpoint: 'clearCart' };
    case 'hold':
      return { endpoint: 'holdPieces', body: { listingIds: idsOf(ids, operation.pieces) } };
    case 'giveUp':
      return { endpoint: 'releaseHolds' };
    case 'checkOut': {
      const items = operation.items.map(({ piece, price }) => ({
        listingId: ids.idOf(piece),
        price: toDollars(price),
      }));
      const isOrder = operation.route === 'orders';
      // Both forms of POST /orders.
      const body = isOrder && items.length === 1 && operation.n % 2 === 0 ? { ...items[0] } : { items };
      return { endpoint: isOrder ? 'createOrder' : 'createCheckout', body };
    }
    case 'confirm': {
      const { order, called, pieces } = operation;
      const name = called === 'id' ? { orderId: ids.idOf(order) } : { orderDate: ids.dateOf(order) };
      return { endpoint: 'confirmPayment', body: { ...name, listingIds: idsOf(ids, pieces) } };
    }
    case 'modify': {
      // The shop must ignore the prices in the request.
      const items = idsOf(ids, operation.pieces).map((listingId) => ({ listingId, price: 0.01 }));
      return { endpoint: 'updateOrder', ...at(ids, operation.order), body: { items, totalPrice: 0.01 } };
    }
    case 'cancel':
      return { endpoint: 'cancelOrder', ...at(ids, operation.order) };
    default:
      return null;
  }
}

function adminsCallOf(ids: Ids, operation: Operation): Call | null {
  switch (operation.does) {
    case 'addPiece': {
      const { n, price, isUnique: unique, isSold: sold } = operation;
      return { endpoint: 'addProduct', body: { name: `Piece ${n}`, price: toDollars(price), unique, sold } };
    }
    case 'editPiece': {
      const { price, ...changes } = operation.changes;
      const body = { ...changes, ...(price !== undefined && { price: toDollars(price) }) };
      return { endpoint: 'updateProduct', ...at(ids, operation.piece), body };
    }
    case 'deletePiece':
      return { endpoint: 'deleteProduct', ...at(ids, operation.piece) };
    case 'setStatus':
      return { endpoint: 'setOrderStatus', ...at(ids, operation.order), body: { status: operation.status } };
    case 'endHold':
      return { endpoint: 'releaseHold', ...at(ids, operation.piece) };
    case 'addUser': {
      const { n, email, isAdmin } = operation;
      return { endpoint: 'addUser', body: { name: `User ${n}`, email, password: rightPassword, isAdmin } };
    }
    case 'setAdmin':
      return { endpoint: 'setAdmin', ...at(ids, operation.user), body: { isAdmin: operation.isAdmin } };
    case 'deleteUser':
      return { endpoint: 'deleteUser', ...at(ids, operation.user) };
    default:
      return null;
  }
}

/** What a successful answer shows; on the way the ids of what is new are learned. */
export function shownBy(ids: Ids, { does, n }: Operation, answer: ApiAnswer<unknown>): string {
  // The client checked the body against the endpoint's schema; each line reads the one its operation calls.
  const body = answer.body as Bodies;
  switch (does) {
    case 'register':
    case 'signIn':
      ids.learn(`session ${n}`, body.token);
      // The shop stores the hash of a token.
      ids.learnAlias(`session ${n}`, createHash('sha256').update(body.token).digest('hex'));
      return userShownBy(ids, n, body.user);
    case 'addUser':
    case 'setAdmin':
      return userShownBy(ids, n, body.user);
    case 'addToCart':
    case 'removeFromCart':
    case 'clearCart':
      return cartShownBy(ids, body.cartItems);
    case 'hold':
      return holdShown(
        timeOf(body.expiresAt),
        body.held.map((id) => ids.labelOf(id)),
      );
    case 'checkOut':
      return body.order ? orderMade(ids, n, body.order) : receiptShownBy(ids, n, body);
    case 'confirm':
    case 'modify':
    case 'cancel':
    case 'setStatus':
      return orderShownBy(ids, body.order);
    case 'addPiece':
      ids.learn(`piece ${n}`, body.product.id);
      return pieceShownBy(ids, body.product);
    case 'editPiece':
      return pieceShownBy(ids, body.product);
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

function userShownBy(ids: Ids, n: number, user: ShownUser): string {
  return userLine(ids.learn(`user ${n}`, user.id), { isAdmin: user.isAdmin, score: user.activityScore });
}

export function cartShownBy(ids: Ids, items: readonly CartItem[]): string {
  const entries = items.map(({ listingId, addedAt }) => ({ piece: ids.labelOf(listingId), at: timeOf(addedAt) }));
  const isOldestFirst = entries.every(({ at }, index) => at >= (entries[index - 1]?.at ?? at));
  return isOldestFirst ? cartLine(entries) : 'a cart in disorder';
}

export function pieceShownBy(ids: Ids, listing: Listing): string {
  if (listing.sold !== (listing.status === 'sold') || listing.reserved !== (listing.reservedUntil !== null))
    return `${listing.id} contradicts itself`;
  return pieceLine(ids.labelOf(listing.id), {
    name: listing.name,
    price: toCents(listing.price),
    isUnique: listing.unique,
    status: listing.status,
    reservedUntil: timeOrNull(listing.reservedUntil),
  });
}

export function orderShownBy(ids: Ids, order: Order): string {
  if (order.price !== order.totalPrice || order.date !== order.orderDate) return `${order.id} contradicts itself`;
  return orderLine(ids.labelOf(order.id), {
    user: ids.labelOf(order.userId),
    status: order.status,
    total: toCents(order.totalPrice),
    items: order.items.map((item) => ({
      piece: ids.labelOf(item.listingId),
      name: item.listing.name,
      price: toCents(item.price),
    })),
    holdUntil: timeOrNull(order.holdExpiresAt),
  });
}

export function paymentsShownBy({ payments }: Pick<OrderDetails, 'payments'>): string {
  return paymentsLine(payments.map(({ kind, amount }) => (kind === 'charge' ? 1 : -1) * toCents(amount)));
}

function orderMade(ids: Ids, n: number, order: Order): string {
  ids.learnDate(ids.learn(`order ${n}`, order.id), order.orderDate);
  return orderShownBy(ids, order);
}

function receiptShownBy(ids: Ids, n: number, { orderId, orderDate, holdExpiresAt }: Bodies): string {
  const label = ids.learn(`order ${n}`, orderId);
  ids.learnDate(label, orderDate);
  return receiptLine(label, timeOrNull(holdExpiresAt));
}
