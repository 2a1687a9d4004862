import { afterEach, expect, test, vi } from 'vitest';
import { call, recoverSessionsBy } from './api.ts';
import { forgetSession, storedSession, storedToken, storeSession } from './stored-session.ts';

const lan = { name: 'Lan Tran', email: 'lan@example.com', isAdmin: false };
const answers = (...replies: (() => Response | Promise<Response>)[]) => {
  const fetch = vi.fn<(address: string, init: RequestInit & { headers: Headers }) => unknown>();
  for (const reply of replies) fetch.mockImplementationOnce(() => Promise.resolve().then(reply));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const json = (status: number, body: unknown) => () => Response.json(body, { status });

afterEach(() => {
  forgetSession();
  recoverSessionsBy(async () => false);
});

test('a call goes to its method and path, with the token, and answers what the server said', async () => {
  storeSession('token-1', lan);
  const fetch = answers(json(200, { success: true, listing: { id: 'a/b' } }));
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
    'the server’s words',
    json(409, { success: false, message: 'This piece has been sold' }),
    'This piece has been sold',
    409,
  ],
  ['SPEC.md’s words where it had none', json(500, {}), 'Failed to add to cart', 500],
  [
    'SPEC.md’s words where it was no JSON',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Failed to add to cart',
    502,
  ],
])('a failure has %s', async (_, reply, message, status) => {
  answers(reply);
  expect(await call('addToCart', { body: { listingId: 'a' } })).toMatchObject({ success: false, message, status });
});

test('where SPEC.md names no words the status is said', async () => {
  answers(json(500, null));
  expect(await call('cancelOrder', { params: { id: 'o' } })).toMatchObject({ message: 'Server error: 500' });
});

test('what is thrown is an answer, too', async () => {
  answers(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await call('getCart')).toMatchObject({ success: false, status: 0, message: 'Network error: Failed to fetch' });
});

test('a session that died is asked for again, and the call goes on', async () => {
  storeSession('dead', lan);
  recoverSessionsBy(async (email) => {
    expect(storedToken()).toBeNull();
    storeSession('fresh', { ...lan, email });
    return true;
  });
  const fetch = answers(json(401, { success: false }), json(200, { success: true, cartItems: [] }));
  expect(await call('getCart')).toMatchObject({ success: true });
  expect(fetch.mock.calls[1]?.[1].headers.get('Authorization')).toBe('Bearer fresh');
});

test('nothing goes on for somebody else', async () => {
  storeSession('dead', lan);
  recoverSessionsBy(async () => {
    storeSession('other', { ...lan, email: 'minh@example.com' });
    return true;
  });
  const fetch = answers(json(401, { success: false, message: 'Please sign in to continue.' }));
  expect(await call('getCart')).toMatchObject({ success: false, status: 401 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('in the background a dead session is forgotten without a word', async () => {
  storeSession('dead', lan);
  const ask = vi.fn(async () => true);
  recoverSessionsBy(ask);
  answers(json(401, { success: false }));
  await call('getCart', { quiet: true });
  expect([storedSession(), ask.mock.calls.length]).toEqual([null, 0]);
});

test('a wrong password is no dead session', async () => {
  storeSession('alive', lan);
  answers(json(401, { success: false, message: 'Incorrect password' }));
  const answer = await call('authenticate', { body: { mode: 'signin', email: lan.email, password: 'secret' } });
  expect([answer.success, storedToken()]).toEqual([false, 'alive']);
});
