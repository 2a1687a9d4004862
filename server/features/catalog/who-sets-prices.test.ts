import { expect, it } from 'vitest';
import { duringTransaction } from '#server/testing/during-transaction.ts';
import { createImporter } from '#server/testing/imports.ts';
import type { Person } from '#server/testing/people.ts';
import { intakeOf } from '#server/testing/photographs.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const refused = 'You may not set prices, or show a piece that was a draft. Please ask an owner of the shop.';

onEachEngine('Somebody of the staff who may set no prices', (shop) => {
  const setRight = (by: Person, { id }: Person, maySetPrices: boolean) =>
    shop.call('setPriceRight', { token: by.token, params: { id }, body: { maySetPrices } });
  const opened = async () => {
    const [mai, stan] = [await shop.admin('Mai'), await shop.admin('Stan', 'staff')];
    const moon = await shop.listing('Moon', { price: 3200 });
    expect((await setRight(mai, stan, false)).status).toBe(200);
    const change = (body: object, id = moon.id) =>
      shop.call('updateProduct', { token: stan.token, params: { id }, body });
    const add = (body: object) =>
      shop.call('addProduct', { token: stan.token, body: { name: 'Carp', price: 1, ...body } });
    return { mai, stan, moon, change, add };
  };
  const priceOf = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing.price;
  const offer = ({ token }: Person, pieces: object[]) =>
    shop.call('addPrivateLink', {
      token,
      body: { kind: 'offer', pieces, until: new Date(shop.shop.clock() + 86_400_000).toISOString() },
    });

  it('edits pieces, but changes no price and shows no new piece', async () => {
    const { moon, change, add } = await opened();
    expect((await change({ story: 'Fourteen coats', status: 'discontinued', price: 3200 })).status).toBe(200);
    for (const answer of [await change({ price: 0.01 }), await add({}), await add({ visibility: 'private' })])
      expect([answer.status, answer.body.message]).toEqual([403, refused]);
    expect(await priceOf(moon.id)).toBe(3200);
  });

  it('makes drafts with any price, which somebody with the right shows', async () => {
    const { mai, moon, change, add } = await opened();
    const draft = await add({ visibility: 'draft' });
    expect(draft.status).toBe(201);
    const { id } = draft.body.product;
    expect((await change({ price: 2 }, id)).status).toBe(200);
    const later = new Date(shop.shop.clock() + 86_400_000).toISOString();
    expect((await change({ visibility: 'listed' }, id)).status).toBe(403);
    expect((await change({ visibility: 'scheduled', publishAt: later }, id)).status).toBe(403);
    // A piece that is hidden for a moment cannot come back with another price.
    expect((await change({ visibility: 'draft' })).status).toBe(200);
    expect((await change({ price: 1 })).status).toBe(200);
    expect((await change({ visibility: 'listed' })).status).toBe(403);
    const shown = { token: mai.token, params: { id: moon.id }, body: { visibility: 'listed' as const, price: 3200 } };
    expect((await shop.call('updateProduct', shown)).status).toBe(200);
  });

  it('changes no price together with others, and can take nothing back that would', async () => {
    const { mai, stan, moon } = await opened();
    const bulk = (body: object) =>
      shop.call('changeProducts', { token: stan.token, body: { ids: [moon.id], ...body } });
    expect((await bulk({ pricePercent: -90 })).body).toMatchObject({ changed: [], unchanged: [{ message: refused }] });
    expect((await bulk({ sizeClass: 'small' })).body).toMatchObject({ changed: [moon.id] });
    await setRight(mai, stan, true);
    const raised = (await bulk({ pricePercent: 10 })).body;
    await setRight(mai, stan, false);
    const undo = { token: stan.token, body: { at: raised.at, ids: [moon.id] } };
    expect((await shop.call('undoProductsChange', undo)).body).toMatchObject({
      undone: [],
      unchanged: [{ message: refused }],
    });
    expect(await priceOf(moon.id)).toBe(3520);
  });

  it('imports everything but prices, and sees it in the dry run', async () => {
    const { mai, stan, moon } = await opened();
    const file = [
      'id,name,price,year,visibility',
      `${moon.id},Moon,1,2023,`,
      ',Carp,5,,listed',
      ',Crane,5,,draft',
    ].join('\n');
    const read = await createImporter(shop, stan).reads(file);
    expect(await createImporter(shop, stan).rowsOf(read)).toMatchObject([
      { kind: 'refused', problems: [{ message: refused }] },
      { kind: 'refused', problems: [{ message: refused }] },
      { kind: 'new', name: 'Crane' },
    ]);
    const same = `id,name,price,year\n${moon.id},Moon,3200,2023`;
    expect((await createImporter(shop, stan).imports(same)).counts).toMatchObject({ change: 1 });
    // The dry run of somebody else does not help.
    const planned = await createImporter(shop, mai).reads(file);
    const applied = await createImporter(shop, stan).apply(planned);
    expect([applied.status, applied.body.message]).toEqual([409, expect.stringContaining(refused)]);
    const imported = await createImporter(shop, mai).imports(file);
    expect((await createImporter(shop, stan).undo(imported)).body).toMatchObject({
      deleted: 2,
      restored: 0,
      kept: [{ listingId: moon.id, reason: refused }],
    });
    expect(await priceOf(moon.id)).toBe(1);
  });

  it('makes drafts of photographs', async () => {
    const { stan } = await opened();
    const intake = intakeOf(shop, { token: stan.token });
    await intake.sendAll('crane-1.jpg');
    const pieceId = await intake.pieceId('Crane');
    const changes = [{ pieceId, field: 'price' as const, value: '12' }];
    await shop.call('saveCells', { token: stan.token, body: { changes } });
    expect((await shop.call('makeDrafts', { token: stan.token, body: {} })).body.made).toHaveLength(1);
  });

  it('offers pieces at the prices of the collection, and anybody with the right also at others', async () => {
    const { mai, stan, moon } = await opened();
    const priced = [{ listingId: moon.id, price: 1 }];
    const answer = await offer(stan, priced);
    expect([answer.status, answer.body.message]).toEqual([403, refused]);
    await setRight(mai, stan, true);
    expect((await offer(stan, priced)).status).toBe(201);
    const carp = await shop.listing('Carp');
    await setRight(mai, stan, false);
    expect((await offer(stan, [{ listingId: carp.id }])).status).toBe(201);
  });

  it('changes nothing with a call that was on its way when the right was taken away', async () => {
    const { mai, stan, moon, change } = await opened();
    await setRight(mai, stan, true);
    const answer = await duringTransaction(
      shop,
      (tx) => tx.updateTable('users').set({ may_set_prices: 0 }).where('id', '=', stan.id).execute(),
      () => change({ price: 1 }),
    );
    expect([answer.status, answer.body.message]).toEqual([403, refused]);
    expect(await priceOf(moon.id)).toBe(3200);
  });
});

onEachEngine('The right to set prices', (shop) => {
  const check = async ({ token }: Person) => (await shop.call('checkAdmin', { token })).body.maySetPrices;

  it('is an owner’s, staff have it until an owner takes it away, and a viewer never has it', async () => {
    const [mai, stan, vera] = [
      await shop.admin('Mai'),
      await shop.admin('Stan', 'staff'),
      await shop.admin('Vera', 'viewer'),
    ];
    const set = (by: Person, { id }: { id: string }, maySetPrices = false) =>
      shop.call('setPriceRight', { token: by.token, params: { id }, body: { maySetPrices } });
    expect([await check(mai), await check(stan), await check(vera)]).toEqual([true, true, false]);
    for (const person of [stan, vera]) expect((await set(person, stan)).status).toBe(403);
    for (const person of [mai, stan, vera]) expect((await set(mai, person)).status).toBe(200);
    expect([await check(mai), await check(stan), await check(vera)]).toEqual([true, false, false]);
    const { people } = (await shop.call('listStaff', { token: mai.token })).body;
    expect(people.map(({ name, maySetPrices }) => [name, maySetPrices])).toEqual([
      ['Mai', true],
      ['Stan', false],
      ['Vera', false],
    ]);
    expect((await set(mai, await shop.customer('Anna'))).status).toBe(404);
    await set(mai, stan);
    await set(mai, stan, true);
    const { entries } = (await shop.call('listAuditEntries', { token: mai.token })).body;
    expect(entries.filter(({ subject }) => subject === stan.id).map(({ action }) => action)).toEqual([
      'right to set prices given',
      'right to set prices taken away',
    ]);
    shop.passTime(16 * 60_000);
    expect((await set(mai, stan)).body).toMatchObject({ code: 'confirm' });
  });
});
