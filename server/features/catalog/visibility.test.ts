import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const hour = 60 * 60_000;

onEachEngine('The visibility of a piece', (shop) => {
  const update = (token: string, id: string, body: object) =>
    shop.call('updateProduct', { token, params: { id }, body });
  const names = async (query: Record<string, string> = {}) =>
    (await shop.call('listListings', { query })).body.listings.map(({ name }) => name);
  const found = async (q: string) => (await shop.call('searchCollection', { query: { q } })).body.total;
  const inHours = (count: number) => new Date(shop.shop.clock() + count * hour).toISOString();
  const publish = async (milliseconds: number) => {
    shop.passTime(milliseconds);
    shop.shop.publications.wake();
    await shop.shop.publications.settled();
  };
  const confirmedCustomer = async (name: string) => {
    const person = await shop.customer(name);
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', person.id).execute(),
    );
    return person;
  };

  it.each(['draft', 'private', 'scheduled'] as const)(
    'hides it from everybody but the shop while it is %s',
    async (visibility) => {
      const owner = await shop.admin();
      const anna = await confirmedCustomer('Anna');
      const artist = await shop.call('addArtist', {
        token: owner.token,
        body: { name: 'Le Van Khe', published: true },
      });
      await shop.listing('Frost');
      const moon = await shop.listing('Moon', {
        visibility,
        publishAt: inHours(1),
        artistId: artist.body.artist.id,
      });
      expect(moon).toMatchObject({ visibility, name: 'Moon' });
      const { id } = moon;
      expect(await names()).toEqual(['Frost']);
      expect((await shop.call('listListings', {})).body.total).toBe(1);
      expect(await names({ q: 'moon' })).toEqual([]);
      expect(await found('moon')).toBe(0);
      expect((await shop.call('listPieces', {})).body.pieces.map((piece) => piece.name)).toEqual(['Frost']);
      const hidden = await shop.call('getListing', { params: { id } });
      expect([hidden.status, hidden.body.message]).toEqual([404, 'Listing not found']);
      const works = await shop.call('listWorksOfArtist', { params: { slug: artist.body.artist.slug } });
      expect(works.body.listings).toEqual([]);
      await shop.call('updateAlertSettings', { token: owner.token, body: { alerts: true } });
      const asked = [
        shop.call('addToCart', { token: anna.token, body: { listingId: id } }),
        shop.call('saveListing', { token: anna.token, params: { id } }),
        shop.call('holdPieces', { token: anna.token, body: { listingIds: [id] } }),
        shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: id, price: 100 }] } }),
        shop.call('addAlert', { token: anna.token, body: { listingId: id } }),
        shop.call('getProvenance', { params: { id } }),
      ];
      expect((await Promise.all(asked)).map(({ status, body }) => [status, body.message])).toEqual(
        asked.map(() => [404, 'Listing not found']),
      );
      await shop.call('sendEnquiry', {
        token: anna.token,
        body: { name: 'Anna', email: anna.email, message: 'What is it?', listingId: id },
      });
      const [enquiry] = (await shop.call('listEnquiries', { token: owner.token, query: {} })).body.enquiries;
      expect(enquiry?.pieces).toEqual([]);
      const listed = await shop.call('listListingsAsAdmin', { token: owner.token, query: { status: visibility } });
      expect([listed.body.total, listed.body.listings[0]?.visibility]).toEqual([1, visibility]);
      await update(owner.token, id, { visibility: 'listed' });
      expect(await names()).toEqual(['Moon', 'Frost']);
      expect(await found('moon')).toBe(1);
      expect((await shop.call('getListing', { params: { id } })).body.listing).not.toHaveProperty('visibility');
    },
  );

  it('changes by itself at the time that was set, and the piece is the newest then', async () => {
    const owner = await shop.admin();
    const moon = await shop.listing('Moon', { visibility: 'scheduled', publishAt: inHours(3) });
    shop.passTime(hour);
    await shop.listing('Frost');
    await publish(hour);
    expect(await names()).toEqual(['Frost']);
    await publish(hour);
    expect(await names()).toEqual(['Moon', 'Frost']);
    const { listing } = (await shop.call('getListing', { params: { id: moon.id } })).body;
    expect(Date.parse(listing.date_created)).toBeGreaterThan(shop.shop.clock() - hour);
    // A piece that was listed before keeps its place.
    shop.passTime(hour);
    await update(owner.token, 'frost', { visibility: 'draft' });
    await update(owner.token, 'frost', { visibility: 'listed' });
    expect(await names()).toEqual(['Moon', 'Frost']);
  });

  it('cannot be scheduled without a time in the future, but a time that has come can stay', async () => {
    const owner = await shop.admin();
    const moon = await shop.listing('Moon', { visibility: 'draft' });
    for (const publishAt of [undefined, null, inHours(0), inHours(-1)]) {
      const { status, body } = await update(owner.token, moon.id, { visibility: 'scheduled', publishAt });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'publishAt' }] }]);
    }
    await update(owner.token, moon.id, { visibility: 'scheduled', publishAt: inHours(1) });
    shop.passTime(hour);
    expect((await update(owner.token, moon.id, { story: 'Night.' })).status).toBe(200);
    const draft = await update(owner.token, moon.id, { visibility: 'draft' });
    expect(draft.body.product).not.toHaveProperty('publishAt');
  });

  it('is reported to open pages when it changes, but changes of a draft are not', async () => {
    const owner = await shop.admin();
    const events: unknown[] = [];
    const stop = shop.shop.database.listen(
      (event) => events.push(event),
      () => undefined,
    );
    const moon = await shop.listing('Moon', { visibility: 'draft' });
    await update(owner.token, moon.id, { status: 'sold' });
    await update(owner.token, moon.id, { status: 'available' });
    await update(owner.token, moon.id, { visibility: 'listed' });
    await update(owner.token, moon.id, { visibility: 'draft' });
    await shop.call('deleteProduct', { token: owner.token, params: { id: moon.id } });
    await shop.listing('Last');
    await expect.poll(() => events.length).toBeGreaterThanOrEqual(3);
    stop();
    expect(events).toEqual([
      { listingId: 'moon', state: 'available' },
      { listingId: 'moon', state: 'deleted' },
      { listingId: 'last', state: 'available' },
    ]);
  });

  it('cannot change while somebody is paying for the piece, unless the hold is ended', async () => {
    const owner = await shop.admin();
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
    for (const visibility of ['draft', 'private'])
      expect((await update(owner.token, moon.id, { visibility })).status).toBe(409);
    const freed = await update(owner.token, moon.id, { visibility: 'draft', endHold: true });
    expect(freed.status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it('can change after a sale: the buyer keeps the order, and visitors no longer see the piece', async () => {
    const owner = await shop.admin();
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    expect((await update(owner.token, moon.id, { visibility: 'private' })).status).toBe(200);
    expect(await names()).toEqual([]);
    const own = await shop.call('listOrders', { token: anna.token });
    expect(own.body.orders.map(({ id }) => id)).toEqual([order.id]);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('can be changed for several pieces together, and undone', async () => {
    const owner = await shop.admin();
    const [moon, frost] = [
      await shop.listing('Moon', { visibility: 'draft' }),
      await shop.listing('Frost', { visibility: 'draft' }),
    ];
    const { body } = await shop.call('changeProducts', {
      token: owner.token,
      body: { ids: [moon.id, frost.id], visibility: 'listed' },
    });
    expect((await names()).toSorted()).toEqual(['Frost', 'Moon']);
    await shop.call('undoProductsChange', { token: owner.token, body: { at: body.at, ids: body.changed } });
    expect(await names()).toEqual([]);
    expect(await found('moon')).toBe(0);
  });

  it('decides when the turn of the first person on the waiting list begins and ends', async () => {
    const owner = await shop.admin();
    await shop.call('updateWaitingSettings', { token: owner.token, body: { hours: 24 } });
    const [anna, ben] = [await shop.customer('Anna'), await confirmedCustomer('Ben')];
    const moon = await shop.listing('Moon');
    const order = await shop.buy(anna, moon);
    await shop.call('joinWaitingList', { token: ben.token, params: { id: moon.id } });
    await update(owner.token, moon.id, { visibility: 'draft' });
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    const waiting = async () =>
      (await shop.call('getWaiting', { token: ben.token, params: { id: moon.id } })).body.waiting;
    expect(await waiting()).toMatchObject({ until: null });
    await update(owner.token, moon.id, { visibility: 'scheduled', publishAt: inHours(1) });
    await publish(hour);
    expect(Date.parse((await waiting())?.until ?? '')).toBeGreaterThan(shop.shop.clock() + 23 * hour);
    // The turn ends when the piece is hidden. When it is listed again, a whole turn begins.
    expect((await update(owner.token, moon.id, { visibility: 'private' })).status).toBe(200);
    expect(await waiting()).toMatchObject({ until: null });
    const hold = () => shop.call('holdPieces', { token: ben.token, body: { listingIds: [moon.id] } });
    expect((await hold()).status).toBe(404);
    await update(owner.token, moon.id, { visibility: 'listed' });
    expect((await hold()).status).toBe(200);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });
});

onEachEngine('A piece that is not listed', (shop) => {
  const offer = async (token: string, listingId: string, kind: 'offer' | 'room' = 'offer') =>
    shop.call('addPrivateLink', {
      token,
      body: { kind, until: new Date(shop.shop.clock() + 24 * hour).toISOString(), pieces: [{ listingId }] },
    });
  const tokenIn = (url: string) => url.split('#')[1] ?? '';

  it('can be bought while it is private by the client to whom it is offered, and by nobody else', async () => {
    const owner = await shop.admin('Mai');
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon', { visibility: 'private' });
    const made = await offer(owner.token, moon.id);
    const token = tokenIn(made.body.url);
    const opened = await shop.call('openPrivateLink', { body: { token } });
    expect(opened.body.link?.pieces).toMatchObject([{ listing: { id: moon.id }, state: 'open', hasPage: false }]);
    const add = (person: { token: string }) =>
      shop.call('addToCart', { token: person.token, body: { listingId: moon.id } });
    expect((await add(anna)).status).toBe(404);
    await shop.call('takePrivateOffer', { token: anna.token, body: { token } });
    expect([(await add(anna)).status, (await add(ben)).status]).toEqual([200, 404]);
    const cart = async () => (await shop.call('getCart', { token: anna.token })).body.cartItems;
    expect((await cart())[0]).toMatchObject({ listing: { id: moon.id, status: 'available' } });
    const placed = await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: moon.id, price: 100 }] },
    });
    const paid = await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderId: placed.body.orderId, listingIds: [moon.id] },
    });
    expect(paid.body.order).toMatchObject({ status: 'paid' });
    expect((await shop.call('listListings', {})).body.total).toBe(0);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('leaves the cart of a client when the offer has ended', async () => {
    const owner = await shop.admin('Mai');
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon', { visibility: 'private' });
    const made = await offer(owner.token, moon.id);
    await shop.call('takePrivateOffer', { token: anna.token, body: { token: tokenIn(made.body.url) } });
    await shop.call('addToCart', { token: anna.token, body: { listingId: moon.id } });
    shop.passTime(24 * hour);
    expect((await shop.call('getCart', { token: anna.token })).body.cartItems).toEqual([]);
    const held = await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
    expect(held.status).toBe(404);
  });

  it('can be in a viewing room while it is private, but not while it is a draft', async () => {
    const owner = await shop.admin('Mai');
    const moon = await shop.listing('Moon', { visibility: 'draft' });
    const refused = await offer(owner.token, moon.id, 'room');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "'Moon' is a draft. Make it private or list it before you show it to clients.",
    ]);
    const setTo = (visibility: string) =>
      shop.call('updateProduct', { token: owner.token, params: { id: moon.id }, body: { visibility } });
    await setTo('private');
    const made = await offer(owner.token, moon.id, 'room');
    const pieces = async () =>
      (await shop.call('openPrivateLink', { body: { token: tokenIn(made.body.url) } })).body.link?.pieces.length ?? 0;
    expect(await pieces()).toBe(1);
    await setTo('draft');
    expect(await pieces()).toBe(0);
  });

  it('can be sold at the gallery, even while it is a draft', async () => {
    const owner = await shop.admin('Mai');
    const moon = await shop.listing('Moon', { visibility: 'draft' });
    const sold = await shop.call('recordSale', {
      token: owner.token,
      body: {
        items: [{ listingId: moon.id, price: 90 }],
        method: 'cash',
        takenAlong: true,
        buyer: { name: 'Walk In', email: '', phone: '' },
      },
    });
    expect(sold.status).toBe(201);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });
});

onEachEngine('An inventory number', (shop) => {
  const update = (token: string, id: string, body: object) =>
    shop.call('updateProduct', { token, params: { id }, body });

  it('belongs to one piece, and only the shop finds the piece by it', async () => {
    const owner = await shop.admin();
    const moon = await shop.listing('Moon', { inventoryNumber: 'VS-2024-001', location: 'Store, shelf 4' });
    const frost = await shop.listing('Frost');
    const taken = await update(owner.token, frost.id, { inventoryNumber: 'vs-2024-001' });
    expect([taken.status, taken.body.message]).toEqual([400, "'Moon' has the inventory number vs-2024-001 already."]);
    expect((await update(owner.token, frost.id, { inventoryNumber: 'VS-2024-002' })).status).toBe(200);
    const search = (q: string) => shop.call('listListingsAsAdmin', { token: owner.token, query: { q } });
    expect((await search('2024-001')).body.listings).toMatchObject([{ id: moon.id, location: 'Store, shelf 4' }]);
    expect((await search('2024')).body.total).toBe(2);
    expect((await search('moon')).body.total).toBe(1);
    expect((await shop.call('listListings', { query: { q: '2024-001' } })).body.total).toBe(0);
    const { listing } = (await shop.call('getListing', { params: { id: moon.id } })).body;
    expect(Object.keys(listing)).not.toContain('inventoryNumber');
    expect(Object.keys(listing)).not.toContain('location');
    await update(owner.token, moon.id, { inventoryNumber: '' });
    expect((await update(owner.token, frost.id, { inventoryNumber: 'VS-2024-001' })).status).toBe(200);
  });
});
