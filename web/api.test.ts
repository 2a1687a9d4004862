import { afterEach, expect, test, vi } from 'vitest';
import { call, setIdentityConfirmation, setSessionRecovery } from './api.ts';
import { forgetSession, storedSession, storedToken, storeSession } from './stored-session.ts';

const lan = { name: 'Lan Tran', email: 'lan@example.com', isAdmin: false };
const respondWith = (...replies: (() => Response | Promise<Response>)[]) => {
  const fetch = vi.fn<(address: string, init: RequestInit & { headers: Headers }) => unknown>();
  for (const reply of replies) fetch.mockImplementationOnce(() => Promise.resolve().then(reply));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const json = (status: number, body: unknown) => () => Response.json(body, { status });

afterEach(() => {
  forgetSession();
  setSessionRecovery(async () => false);
  setIdentityConfirmation(async () => false);
});

test('sends a call to its method and path with the token, and returns the reply', async () => {
  storeSession('token-1', lan);
  const fetch = respondWith(json(200, { success: true, listing: { id: 'a/b' } }));
  const answer = await call('getListing', { params: { id: 'a/b' } });
  expect(answer).toMatchObject({ success: true, listing: { id: 'a/b' } });
  const [address, init] = fetch.mock.calls[0] ?? [];
  expect([address, init?.method, init?.headers.get('Authorization')]).toEqual([
    '/api/listings/a%2Fb',
    'GET',
    'Bearer token-1',
  ]);
});

test.each([
  [
    'the server’s message',
    json(409, { success: false, message: 'This piece has been sold' }),
    'This piece has been sold',
    409,
  ],
  ['a generic message when the server sends none', json(500, {}), 'Failed to add to cart', 500],
  [
    'a generic message when the body is not JSON',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Failed to add to cart',
    502,
  ],
  [
    'the status when a response with status 200 is not JSON',
    () => new Response('<h1>Welcome to the network</h1>', { status: 200 }),
    'Network error: 200',
    200,
  ],
])('a failed call shows %s', async (_, reply, message, status) => {
  respondWith(reply);
  expect(await call('addToCart', { body: { listingId: 'a' } })).toMatchObject({ success: false, message, status });
});

test('shows a server error with the status when the body has no message and there is no generic message', async () => {
  respondWith(json(500, null));
  expect(await call('cancelOrder', { params: { id: 'o' } })).toMatchObject({ message: 'Server error: 500' });
});

test('shows a network error with the status when the body is not JSON and there is no generic message', async () => {
  respondWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await call('cancelOrder', { params: { id: 'o' } })).toMatchObject({
    success: false,
    status: 502,
    message: 'Network error: 502',
  });
});

const signIn = { mode: 'signin', email: lan.email, password: 'secret' } as const;
test.each([
  ['the server’s message', json(401, { success: false, message: 'Incorrect password' }), 'Incorrect password'],
  ['the status of a response without a message', json(500, { success: false }), 'Server error: 500'],
  [
    'the status of a response that is not JSON',
    () => new Response('Bad gateway', { status: 502 }),
    'Network error: 502',
  ],
])('a refused sign-in shows %s', async (_, reply, message) => {
  respondWith(reply);
  expect(await call('authenticate', { body: signIn })).toMatchObject({ success: false, message });
});

test.each([
  ['listListings', 'Failed to fetch listings'],
  ['listListingsAsAdmin', 'Failed to fetch listings'],
  ['getCart', 'Failed to fetch cart'],
  ['clearCart', 'Failed to clear cart'],
  ['listOrders', 'Failed to fetch order history'],
  ['listOrdersAsAdmin', 'Failed to fetch orders'],
  ['getDashboard', 'Failed to fetch dashboard data'],
  ['listUsers', 'Failed to fetch users'],
  ['listActiveUsers', 'Failed to fetch active users'],
  ['getLogo', 'Failed to fetch logo'],
  ['signOut', 'Logout failed'],
] as const)('a failure of %s without a message reads "%s"', async (name, message) => {
  respondWith(json(500, { success: false }));
  expect(await call(name)).toMatchObject({ success: false, message });
});

const byId = { params: { id: 'x' } };
const item = { listingId: 'x', price: 1 };
test.each([
  ['Failed to update profile', () => call('updateProfile', { body: { name: 'Lan' } })],
  ['Failed to fetch listing', () => call('getListing', byId)],
  ['Failed to remove from cart', () => call('removeFromCart', { body: { listingId: 'x' } })],
  ['Failed to create order', () => call('createOrder', { body: item })],
  ['Failed to update order', () => call('updateOrder', { ...byId, body: { items: [item] } })],
  ['Checkout failed', () => call('createCheckout', { body: { items: [item] } })],
  ['Payment confirmation failed', () => call('confirmPayment', { body: { orderDate: '', listingIds: ['x'] } })],
  ['Failed to fetch order details', () => call('getOrderAsAdmin', byId)],
  ['Failed to delete user', () => call('deleteUser', byId)],
  ['Failed to update admin status', () => call('setAdmin', { ...byId, body: { isAdmin: true } })],
  ['Failed to fetch sales data', () => call('getSales', { params: { period: 'day' } })],
  ['Failed to add user', () => call('addUser', { body: { name: 'Lan', email: lan.email, password: 'secret' } })],
  ['Failed to update product', () => call('updateProduct', { ...byId, body: { name: 'Moon' } })],
  ['Failed to delete product', () => call('deleteProduct', byId)],
  ['Server error: 500', () => call('cancelOrder', byId)],
  ['Server error: 500', () => call('setOrderStatus', { ...byId, body: { status: 'paid' } })],
  ['Server error: 500', () => call('addProduct', { body: { name: 'Moon', price: 1 } })],
])('a failure without a message reads "%s"', async (message, makeCall) => {
  respondWith(json(500, { success: false }));
  expect(await makeCall()).toMatchObject({ success: false, message });
});

test('an unknown listing reads "Listing not found"', async () => {
  respondWith(json(404, { success: false }));
  expect(await call('getListing', byId)).toMatchObject({ success: false, message: 'Listing not found' });
});

test('returns a failure when fetch throws', async () => {
  respondWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await call('getCart')).toMatchObject({ success: false, status: 0, message: 'Network error: Failed to fetch' });
});

test('opens the sign-in dialog for an expired session and repeats the call', async () => {
  storeSession('expired', lan);
  setSessionRecovery(async (email) => {
    expect(storedToken()).toBeNull();
    storeSession('fresh', { ...lan, email });
    return true;
  });
  const fetch = respondWith(json(401, { success: false }), json(200, { success: true, cartItems: [] }));
  expect(await call('getCart')).toMatchObject({ success: true });
  expect(fetch.mock.calls[1]?.[1].headers.get('Authorization')).toBe('Bearer fresh');
});

test('does not repeat the call when somebody else signs in', async () => {
  storeSession('expired', lan);
  setSessionRecovery(async () => {
    storeSession('other', { ...lan, email: 'minh@example.com' });
    return true;
  });
  const fetch = respondWith(json(401, { success: false, message: 'Please sign in to continue.' }));
  expect(await call('getCart')).toMatchObject({ success: false, status: 401 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('forgets an expired session of a background call without opening the dialog', async () => {
  storeSession('expired', lan);
  const openDialog = vi.fn(async () => true);
  setSessionRecovery(openDialog);
  respondWith(json(401, { success: false }));
  await call('getCart', { quiet: true });
  expect([storedSession(), openDialog.mock.calls.length]).toEqual([null, 0]);
});

const refusedUntilConfirmed = json(403, { success: false, message: 'Please confirm', code: 'confirm' });

test('asks for the password if the call needs a recent one, and repeats the call', async () => {
  storeSession('valid', lan);
  setIdentityConfirmation(async () => true);
  const fetch = respondWith(refusedUntilConfirmed, json(200, { success: true }));
  expect(await call('deleteUser', byId)).toMatchObject({ success: true });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('returns the refusal if the password is not given, and asks nothing for other refusals or background calls', async () => {
  storeSession('valid', lan);
  respondWith(refusedUntilConfirmed);
  expect(await call('deleteUser', byId)).toMatchObject({ success: false, message: 'Please confirm', code: 'confirm' });
  const ask = vi.fn(async () => true);
  setIdentityConfirmation(ask);
  respondWith(json(403, { success: false, message: 'Access denied.' }), refusedUntilConfirmed);
  await call('deleteUser', byId);
  await call('deleteUser', { ...byId, quiet: true });
  expect(ask).not.toHaveBeenCalled();
});

test('keeps the session after a wrong password', async () => {
  storeSession('valid', lan);
  respondWith(json(401, { success: false, message: 'Incorrect password' }));
  const answer = await call('authenticate', { body: { mode: 'signin', email: lan.email, password: 'secret' } });
  expect([answer.success, storedToken()]).toEqual([false, 'valid']);
});
