import { expect, it } from 'vitest';
import type { NewPrivateLink } from '#contract/private-sales.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const day = 24 * 60 * 60_000;

onEachEngine('A private link', (shop) => {
  const inDays = (count: number) => new Date(shop.shop.clock() + count * day).toISOString();
  const make = (token: string, link: Partial<Omit<NewPrivateLink, 'pieces'>> & { pieces: object[] }) =>
    shop.call('addPrivateLink', { token, body: { kind: 'offer', until: inDays(7), ...link } });
  const tokenIn = (url: string) => url.split('#')[1] ?? '';
  const open = (token: string) => shop.call('openPrivateLink', { body: { token } });
  const checkout = (token: string, listingId: string, price: number) =>
    shop.call('createCheckout', { token, body: { items: [{ listingId, price }] } });
  const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

  it('with own prices needs the recent password, and without them it does not', async () => {
    const [{ token }, moon, carp] = [await shop.admin('Mai'), await shop.listing('Moon'), await shop.listing('Carp')];
    shop.passTime(16 * 60_000);
    const refused = await make(token, { pieces: [{ listingId: moon.id, price: 80 }] });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'confirm' }]);
    expect((await make(token, { pieces: [{ listingId: carp.id }] })).status).toBe(201);
    await shop.call('confirmIdentity', { token, body: { password: 'secret1' } });
    expect((await make(token, { pieces: [{ listingId: moon.id, price: 80 }] })).status).toBe(201);
  });

  it('of an offer keeps the pieces for its holder, who buys them at the offered prices', async () => {
    const owner = await shop.admin('Mai');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const pieces = [{ listingId: moon.id, price: 80 }, { listingId: carp.id }];
    const made = await make(owner.token, { name: 'Anna Weber', pieces });
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(/^https:\/\/shop\.test\/private#[\w-]{32}$/);
    const token = tokenIn(made.body.url);
    expect(await shown(moon.id)).toMatchObject({ reserved: true, price: 100 });
    expect((await checkout(ben.token, moon.id, 80)).status).toBe(409);
    expect((await checkout(anna.token, moon.id, 80)).status).toBe(409);
    const opened = await open(token);
    expect(opened.headers['cache-control']).toContain('no-store');
    expect(opened.body.link?.pieces.map(({ listing, state }) => [listing.id, listing.price, state])).toEqual([
      [moon.id, 80, 'open'],
      [carp.id, 100, 'open'],
    ]);
    expect((await shop.call('takePrivateOffer', { token: anna.token, body: { token } })).status).toBe(200);
    expect((await checkout(anna.token, moon.id, 100)).body.message).toBe("The price of 'Moon' has changed");
    const placed = await checkout(anna.token, moon.id, 80);
    const late = await shop.call('takePrivateOffer', { token: ben.token, body: { token } });
    expect([late.status, late.body.message]).toEqual([409, 'Somebody who has the same link is paying right now.']);
    const paid = await shop.call('confirmPayment', {
      token: anna.token,
      body: { orderId: placed.body.orderId, listingIds: [moon.id] },
    });
    expect(paid.body.order).toMatchObject({ status: 'paid', totalPrice: 80 });
    const { body } = await shop.call('listPrivateLinks', { token: owner.token });
    expect(body).toMatchObject({ total: 1, links: [{ state: 'open', openings: [{ count: 1 }] }] });
    expect(body.links[0]?.pieces).toMatchObject([{ price: 80, sold: true }, { sold: false }]);
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('shows after its end only when it ended, and cannot be opened at an address that was replaced', async () => {
    const owner = await shop.admin('Mai');
    const anna = await shop.customer('Anna');
    const moon = await shop.listing('Moon');
    const pieces = [{ listingId: moon.id }];
    const first = await make(owner.token, { pieces, until: inDays(1) });
    const until = first.body.link.until;
    const { id } = first.body.link;
    shop.passTime(day);
    expect((await open(tokenIn(first.body.url))).body).toEqual({ success: true, link: null, endedAt: until });
    const take = { token: anna.token, body: { token: tokenIn(first.body.url) } };
    expect((await shop.call('takePrivateOffer', take)).status).toBe(409);
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    const prolong = { token: owner.token, params: { id }, body: { until: inDays(2) } };
    expect((await shop.call('changePrivateLink', prolong)).body.link.state).toBe('open');
    expect(await shown(moon.id)).toMatchObject({ reserved: true });
    const renewed = await shop.call('renewPrivateLink', { token: owner.token, params: { id }, body: {} });
    expect((await open(tokenIn(first.body.url))).status).toBe(404);
    expect((await open(tokenIn(renewed.body.url))).body.link?.kind).toBe('offer');
    expect((await shop.call('closePrivateLink', { token: owner.token, params: { id } })).body.link.state).toBe(
      'closed',
    );
    expect((await open(tokenIn(renewed.body.url))).body.link).toBeNull();
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    expect((await shop.call('changePrivateLink', prolong)).status).toBe(409);
    const second = await make(owner.token, { pieces });
    const decline = { body: { token: tokenIn(second.body.url) } };
    expect((await shop.call('declinePrivateOffer', decline)).status).toBe(200);
    expect((await shop.call('declinePrivateOffer', decline)).status).toBe(409);
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
  });

  it('of a room shows its pieces in their order, without a price in the data where prices are not shown', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const pieces = [{ listingId: carp.id, words: 'For the stair' }, { listingId: moon.id }];
    const room = { kind: 'room', name: 'For Helen', showsPrices: false } as const;
    const made = await make(token, { ...room, pieces });
    const opened = await open(tokenIn(made.body.url));
    expect(opened.body.link?.pieces.map(({ listing, words }) => [listing.name, words])).toEqual([
      ['Carp', 'For the stair'],
      ['Moon', ''],
    ]);
    expect(opened.raw.toString()).not.toContain('price');
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    const { id } = made.body.link;
    const change = { token, params: { id }, body: { showsPrices: true, pieces: [{ listingId: moon.id }] } };
    expect((await shop.call('changePrivateLink', change)).status).toBe(200);
    const unknown = { ...change, body: { pieces: [{ listingId: 'nothing', words: '' }] } };
    expect((await shop.call('changePrivateLink', unknown)).status).toBe(404);
    expect((await open(tokenIn(made.body.url))).body.link?.pieces).toMatchObject([{ listing: { price: 100 } }]);
    await shop.call('deleteProduct', { token, params: { id: moon.id } });
    expect((await open(tokenIn(made.body.url))).body.link).toBeNull();
    const { links } = (await shop.call('listPrivateLinks', { token })).body;
    expect(links[0]?.pieces).toMatchObject([{ name: 'A deleted piece' }]);
  });

  it('of a room sends the owner a request to reserve a piece, and reserves nothing', async () => {
    const owner = await shop.admin('Mai');
    const [moon, carp, kite] = [await shop.listing('Moon'), await shop.listing('Carp'), await shop.listing('Kite')];
    const pieces = [{ listingId: moon.id }, { listingId: carp.id }];
    const made = await make(owner.token, { kind: 'room', name: 'For the stair', pieces });
    const token = tokenIn(made.body.url);
    const helen = { name: 'Helen', email: 'helen@client.example' };
    const ask = (body: object) => shop.call('askToReserve', { body: { token, listingId: moon.id, ...helen, ...body } });
    expect((await ask({ message: 'Until Sunday?' })).status).toBe(201);
    const { enquiries, total } = (await shop.call('listEnquiries', { token: owner.token })).body;
    expect(total).toBe(1);
    expect(enquiries).toMatchObject([
      {
        ...helen,
        subject: 'Reserve: Moon',
        message: "Please reserve 'Moon' for me. I saw it in the viewing room 'For the stair'.\n\nUntil Sunday?",
        pieces: [{ id: moon.id, name: 'Moon' }],
      },
    ]);
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    await shop.buy(await shop.customer('Anna'), carp);
    expect((await ask({ listingId: carp.id })).status).toBe(409);
    expect((await ask({ listingId: kite.id })).status).toBe(404);
    expect((await ask({ token: 'guessed' })).status).toBe(404);
    expect((await ask({ email: 'helen' })).status).toBe(400);
    const offer = await make(owner.token, { pieces: [{ listingId: moon.id }] });
    const reserved = await ask({});
    expect([reserved.status, reserved.body.message]).toEqual([409, "'Moon' is reserved for somebody."]);
    expect((await ask({ token: tokenIn(offer.body.url) })).status).toBe(409);
    await shop.call('closePrivateLink', { token: owner.token, params: { id: made.body.link.id } });
    expect((await ask({})).body.message).toBe('This link has ended.');
    expect((await shop.call('listEnquiries', { token: owner.token })).body.total).toBe(1);
  });

  it('of a room accepts 20 requests to reserve from one network, as the contact form does', async () => {
    const { token: owner } = await shop.admin('Mai');
    const moon = await shop.listing('Moon');
    const made = await make(owner, { kind: 'room', pieces: [{ listingId: moon.id }] });
    const body = { token: tokenIn(made.body.url), listingId: moon.id, name: 'Helen', email: 'helen@client.example' };
    for (let count = 0; count < 20; count += 1) expect((await shop.call('askToReserve', { body })).status).toBe(201);
    expect((await shop.call('askToReserve', { body })).status).toBe(429);
  });

  it('is refused if a piece is unknown, sold or reserved, or the end has passed', async () => {
    const owner = await shop.admin('Mai');
    const staff = await shop.admin('Sam', 'staff');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await shop.buy(await shop.customer('Anna'), carp);
    expect((await make(staff.token, { pieces: [{ listingId: moon.id }], until: inDays(-1) })).status).toBe(400);
    expect((await make(staff.token, { pieces: [{ listingId: 'nothing' }] })).status).toBe(404);
    expect((await make(owner.token, { pieces: [{ listingId: moon.id }, { listingId: carp.id }] })).status).toBe(409);
    expect((await make(owner.token, { pieces: [{ listingId: moon.id }], send: true })).status).toBe(400);
    expect((await shop.call('listPrivateLinks', { token: owner.token })).body.total).toBe(0);
    const email = 'anna@client.example';
    const made = await make(staff.token, { pieces: [{ listingId: moon.id }], email, send: true });
    expect(made.status).toBe(201);
    const second = await make(owner.token, { pieces: [{ listingId: moon.id }] });
    expect([second.status, second.body.message]).toEqual([409, "'Moon' is reserved for somebody."]);
  });

  it('of an offer always shows prices, and after its end takes a new note, but no new end if another offer has its piece', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon');
    const pieces = [{ listingId: moon.id, price: 80 }];
    const first = await make(token, { pieces, showsPrices: false });
    expect((await open(tokenIn(first.body.url))).body.link?.pieces).toMatchObject([{ listing: { price: 80 } }]);
    shop.passTime(8 * day);
    await shop.call('confirmIdentity', { token, body: { password: 'secret1' } });
    expect((await make(token, { pieces })).status).toBe(201);
    const { id } = first.body.link;
    const changed = await shop.call('changePrivateLink', { token, params: { id }, body: { note: 'It was nice' } });
    expect([changed.status, changed.body.link?.state]).toEqual([200, 'ended']);
    const again = await shop.call('changePrivateLink', { token, params: { id }, body: { until: inDays(1) } });
    expect(again.status).toBe(409);
  });

  it('of an offer is in the download of the customer who took it up, and loses the name with the account', async () => {
    const owner = await shop.admin('Mai');
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const moon = await shop.listing('Moon');
    const offer = { name: 'Anna Weber', note: 'As we said', pieces: [{ listingId: moon.id, price: 80 }] };
    const made = await make(owner.token, offer);
    await shop.call('takePrivateOffer', { token: anna.token, body: { token: tokenIn(made.body.url) } });
    const offersOf = async ({ token }: { token: string }) =>
      JSON.parse((await shop.call('downloadOwnRecords', { token })).raw.toString()).offers;
    expect(await offersOf(anna)).toMatchObject([{ name: 'Anna Weber', pieces: [{ listingId: moon.id, price: 80 }] }]);
    expect(await offersOf(ben)).toEqual([]);
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
    const { body } = await shop.call('listPrivateLinks', { token: owner.token });
    expect(body.links).toMatchObject([{ name: '', note: '', email: '', state: 'open' }]);
    expect((await checkout(ben.token, moon.id, 100)).status).toBe(409);
  });

  it('of a room is in the download of the client whose confirmed address got it, and loses the name with the account', async () => {
    const owner = await shop.admin('Mai');
    const anna = await shop.customer('Anna');
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute(),
    );
    const moon = await shop.listing('Moon');
    const room = { kind: 'room' as const, name: 'Anna Weber', note: 'For you', email: anna.email };
    await make(owner.token, { ...room, pieces: [{ listingId: moon.id }] });
    const { raw } = await shop.call('downloadOwnRecords', { token: anna.token });
    expect(JSON.parse(raw.toString()).offers).toMatchObject([{ kind: 'room', name: 'Anna Weber', note: 'For you' }]);
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
    const { body } = await shop.call('listPrivateLinks', { token: owner.token });
    expect(body.links).toMatchObject([{ kind: 'room', name: '', note: '', email: '' }]);
  });

  it('shows no other piece under the name of a deleted one, and no piece that left the collection', async () => {
    const owner = await shop.admin('Mai');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const pieces = [{ listingId: moon.id }, { listingId: carp.id }];
    const made = await make(owner.token, { kind: 'room', name: 'Anna Weber', pieces });
    const shownPieces = async () =>
      (await open(tokenIn(made.body.url))).body.link?.pieces.map(({ listing }) => listing.name);
    await shop.call('deleteProduct', { token: owner.token, params: { id: moon.id } });
    const other = await shop.call('addProduct', { token: owner.token, body: { name: 'Moon', price: 700 } });
    expect(other.body.product.id).not.toBe(moon.id);
    expect(await shownPieces()).toEqual(['Carp']);
    await shop.call('updateProduct', {
      token: owner.token,
      params: { id: carp.id },
      body: { status: 'discontinued' },
    });
    expect((await open(tokenIn(made.body.url))).body.link?.pieces ?? []).toEqual([]);
  });

  it('of an offer does not reserve a discontinued piece again, also when its note or its end is changed', async () => {
    const { token } = await shop.admin('Mai');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const ben = await shop.customer('Ben');
    const made = await make(token, { pieces: [{ listingId: moon.id }, { listingId: carp.id }] });
    const { id } = made.body.link;
    const change = (body: object) => shop.call('changePrivateLink', { token, params: { id }, body });
    const edit = (body: object) => shop.call('updateProduct', { token, params: { id: moon.id }, body });
    await edit({ status: 'discontinued', endHold: true });
    await edit({ status: 'available' });
    expect((await change({ note: 'As we said' })).status).toBe(200);
    const until = inDays(9);
    expect((await change({ until })).status).toBe(200);
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    expect(await shown(carp.id)).toMatchObject({ reserved: true, reservedUntil: until });
    expect((await checkout(ben.token, moon.id, 100)).status).toBe(200);
    expect((await change({ note: 'Nice', until: inDays(10) })).status).toBe(200);
  });
});
