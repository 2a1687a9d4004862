import { expect, it } from 'vitest';
import { asCents } from '#contract/money.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';
import { lockListings } from '../catalog/catalog.ts';
import { endReservations, giveReservations, reserveListing, type Turn } from './holds.ts';

const minute = 60_000;

onEachEngine('A reserved listing', (shop) => {
  const now = () => shop.shop.clock();
  const reserve = (id: string, turns: readonly Turn[], source = 'offer 1') =>
    shop.shop.database.write(async (tx) => {
      const [listing] = await lockListings(tx, [id]);
      if (!listing) throw new Error('no such listing');
      return reserveListing(tx, shop.shop, { source, listing, turns });
    });
  const checkout = (token: string, listingId: string, price = 100) =>
    shop.call('createCheckout', { token, body: { items: [{ listingId, price }] } });
  const confirm = (token: string, orderId: string, listingId: string) =>
    shop.call('confirmPayment', { token, body: { orderId, listingIds: [listingId] } });
  const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;

  it('is sold to the person for whom it is reserved, at the price of the reservation, when 200 requests come at once', async () => {
    const moon = await shop.listing('Moon');
    const anna = await shop.customer('Anna');
    const others = await Promise.all(Array.from({ length: 12 }, (_, index) => shop.customer(`Other ${index}`)));
    expect(await reserve(moon.id, [{ userId: anna.id, until: now() + 60 * minute, cents: asCents(8000) }])).toBeNull();
    const attempt = (token: string, index: number) =>
      index % 2 ? shop.call('holdPieces', { token, body: { listingIds: [moon.id] } }) : checkout(token, moon.id, 80);
    const callers = Array.from({ length: 199 }, (_, index) => others[index % 12]?.token ?? '');
    const [own, ...answers] = await Promise.all([checkout(anna.token, moon.id, 80), ...callers.map(attempt)]);
    expect(own?.status).toBe(200);
    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body.message).toBe("'Moon' is reserved by another buyer");
    }
    const paid = await confirm(anna.token, own.body.orderId, moon.id);
    expect(paid.body.order.totalPrice).toBe(80);
    expect(paid.body.order).toMatchObject({ status: 'paid', items: [{ price: 80 }] });
    expect(await checkInvariants(shop.shop.database.read, now())).toEqual([]);
  });

  it('is shown as reserved to everybody until its last turn ends, in cached answers too', async () => {
    const moon = await shop.listing('Moon');
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const last = now() + 20 * minute;
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    await reserve(moon.id, [
      { userId: anna.id, until: now() + 10 * minute },
      { userId: ben.id, until: last },
    ]);
    expect(await shown(moon.id)).toMatchObject({ reserved: true, reservedUntil: new Date(last).toISOString() });
    expect((await shop.call('listPieces')).body.pieces).toEqual([]);
    expect((await checkout(ben.token, moon.id)).status).toBe(409);
    shop.passTime(10 * minute + 1);
    expect(await shown(moon.id)).toMatchObject({ reserved: true });
    expect((await checkout(anna.token, moon.id)).status).toBe(409);
    shop.passTime(10 * minute);
    expect(await shown(moon.id)).toMatchObject({ reserved: false, reservedUntil: null });
    expect((await checkout(anna.token, moon.id)).status).toBe(200);
  });

  it('stays reserved when its person gives up the hold, cancels the order or deletes the account', async () => {
    const moon = await shop.listing('Moon');
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    await reserve(moon.id, [{ userId: null, until: now() + 60 * minute }]);
    expect((await checkout(anna.token, moon.id)).status).toBe(409);
    await shop.shop.database.write((tx) => giveReservations(tx, shop.shop, 'offer 1', anna.id));
    const order = await shop.buy(anna, moon);
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    expect(await shown(moon.id)).toMatchObject({ reserved: true, status: 'available' });
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [moon.id] } });
    await shop.call('releaseHolds', { token: anna.token });
    expect((await checkout(ben.token, moon.id)).status).toBe(409);
    expect((await checkout(anna.token, moon.id)).status).toBe(200);
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
    expect(await shown(moon.id)).toMatchObject({ reserved: true });
    expect((await checkout(ben.token, moon.id)).status).toBe(409);
    await shop.shop.database.write(async (tx) => {
      await lockListings(tx, [moon.id]);
      await endReservations(tx, shop.shop, [moon.id]);
    });
    expect((await checkout(ben.token, moon.id)).status).toBe(200);
    expect(await checkInvariants(shop.shop.database.read, now())).toEqual([]);
  });

  it('cannot be added to an order of somebody else, nor be paid late by an earlier buyer', async () => {
    const moon = await shop.listing('Moon');
    const carp = await shop.listing('Carp');
    const anna = await shop.customer('Anna');
    const ben = await shop.customer('Ben');
    const order = await shop.buy(ben, carp);
    const late = await checkout(ben.token, moon.id);
    shop.passTime(16 * minute);
    expect(
      await reserve(moon.id, [{ userId: anna.id, until: now() + 60 * minute, cents: asCents(12_000) }]),
    ).toBeNull();
    expect((await confirm(ben.token, late.body.orderId, moon.id)).status).toBe(409);
    const items = [carp, moon].map(({ id, price }) => ({ listingId: id, price }));
    const edit = await shop.call('updateOrder', { token: ben.token, params: { id: order.id }, body: { items } });
    expect([edit.status, edit.body.message]).toEqual([409, "'Moon' is reserved by another buyer"]);
    expect((await checkout(anna.token, moon.id, 100)).body.message).toBe("The price of 'Moon' has changed");
    expect((await checkout(anna.token, moon.id, 120)).status).toBe(200);
  });

  it('is discontinued only if the admin ends the reservation, and not deleted; held listings and editions cannot be reserved', async () => {
    const moon = await shop.listing('Moon');
    const { token } = await shop.admin('Mai');
    const held = await shop.listing('Held');
    const ben = await shop.customer('Ben');
    await reserve(moon.id, [{ userId: null, until: now() + 60 * minute }]);
    const change = (body: object) => shop.call('updateProduct', { token, params: { id: moon.id }, body });
    const discontinued = await change({ status: 'discontinued' });
    expect([discontinued.status, discontinued.body.message]).toEqual([409, "'Moon' is reserved for somebody."]);
    expect((await shop.call('deleteProduct', { token, params: { id: moon.id } })).status).toBe(409);
    expect((await change({ status: 'discontinued', endHold: true })).status).toBe(200);
    expect((await change({ status: 'available' })).status).toBe(200);
    expect(await shown(moon.id)).toMatchObject({ reserved: false });
    expect((await checkout(ben.token, held.id)).status).toBe(200);
    expect(await reserve(held.id, [{ userId: null, until: now() + minute }])).toMatchObject({ status: 409 });
    const tray = await shop.listing('Tray', { unique: false });
    expect(await reserve(tray.id, [{ userId: null, until: now() + minute }])).toMatchObject({ status: 409 });
  });
});
