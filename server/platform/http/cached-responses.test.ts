import { beforeEach, expect, it, vi } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;

// The tests send requests to a port: cached responses are sent before the router runs, and `inject` only runs the router.
onEachEngine('A public response', (shop) => {
  let address = '';
  beforeEach(async () => {
    address = `${await shop.listen()}/api`;
  });

  const listing = async (id: string) => (await (await fetch(`${address}/listings/${id}`)).json()).listing;

  it('is sent again unchanged, and not to a client that has it until it changes', async () => {
    const piece = await shop.listing('Red River Moon');
    const [first, second] = [await fetch(`${address}/listings`), await fetch(`${address}/listings`)];
    const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'));
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect(await second.json()).toEqual(await first.json());

    const known = await fetch(`${address}/listings`, { headers: { 'If-None-Match': etag } });
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
    expect(known.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    const changed = { token: (await shop.admin()).token, params: { id: piece.id }, body: { name: 'Blue River Moon' } };
    expect((await shop.call('updateProduct', changed)).status).toBe(200);
    expect((await fetch(`${address}/listings`, { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  it('is never older than the last change or the end of a hold', async () => {
    const piece = await shop.listing('Red River Moon');
    const anna = await shop.customer('Anna');
    expect(await listing(piece.id)).toMatchObject({ reserved: false, status: 'available' });
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [piece.id] } });
    expect((await listing(piece.id)).reserved).toBe(true);
    expect((await (await fetch(`${address}/pieces`)).json()).pieces).toEqual([]);
    shop.passTime(16 * minute);
    expect((await listing(piece.id)).reserved).toBe(false);
    expect((await (await fetch(`${address}/pieces`)).json()).pieces).toHaveLength(1);
    await shop.buy(anna, piece);
    expect(await listing(piece.id)).toMatchObject({ status: 'sold' });
  });

  it('is rendered for a signed-in reader too, and a failure is not cached', async () => {
    await shop.listing('Red River Moon');
    await fetch(`${address}/listings`);
    const signedIn = await fetch(`${address}/listings`, {
      headers: { Authorization: `Bearer ${(await shop.admin()).token}` },
    });
    expect([signedIn.status, (await signedIn.json()).total]).toEqual([200, 1]);
    for (const _again of [1, 2]) {
      const missing = await fetch(`${address}/listings/no-such-piece`);
      expect([missing.status, missing.headers.get('etag'), missing.headers.get('cache-control')]).toEqual([
        404,
        null,
        'no-store',
      ]);
    }
    expect((await fetch(`${address}/listings?sort=nothing`)).status).toBe(400);
    expect((await fetch(`${address}/listings`, { method: 'POST' })).status).toBe(405);
  });

  it('has one cache key for all addresses that differ only in unknown parameters or in spelling', async () => {
    const { id } = await shop.listing('Red River Moon');
    const find = vi.spyOn(shop.app.responseCache, 'find');
    for (const path of [
      '/listings?x=1',
      '/listings?x=2&sort=price',
      '/listings?sort=price&utm_source=letter',
      '/listings?page=1&q=%20moon%20&sort=name',
      '/listings?sort=name&page=1&q=moon&x=1',
      `/listings/${id}?x=1`,
      `/listings/%72${id.slice(1)}`,
      '/pieces?sort=price',
    ])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect(find.mock.calls.map(([key]) => key)).toEqual([
      '/api/listings',
      '/api/listings?sort=price',
      '/api/listings?sort=price',
      '/api/listings?sort=name&page=1&q=moon',
      '/api/listings?sort=name&page=1&q=moon',
      `/api/listings/${id}`,
      `/api/listings/${id}`,
      '/api/pieces',
    ]);
  });
});
