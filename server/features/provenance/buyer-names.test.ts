import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The name of a buyer in the provenance of a piece', (shop) => {
  const add = (token: string, id: string, entry: object) =>
    shop.call('addProvenance', { token, params: { id }, body: { kind: 'exhibited', text: 'Shown', ...entry } });
  const entriesOf = async (token: string, id: string) =>
    (await shop.call('listProvenance', { token, params: { id } })).body.entries;
  const lines = async (id: string) => (await shop.call('getProvenance', { params: { id } })).body.provenance;
  const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;
  const answer = (token: string, id: string, name: string, state: 'shown' | 'refused' = 'shown') =>
    shop.call('answerNameInProvenance', { token, params: { id }, body: { name, state } });
  const year = expect.stringMatching(/^20\d\d$/);

  it('leaves nothing behind when it is taken back, also after an edit and a correction', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon');
    await add(token, moon.id, { kind: 'made', date: '2022', text: 'Made in Hưng Yên' });
    const anna = await shop.customer('Anna');
    const order = await shop.buy(anna, moon);
    const name = (text: string) =>
      shop.call('setNameInProvenance', { token: anna.token, params: { id: order.id }, body: { name: text } });
    await name('Zora Weber');
    await answer(token, order.id, 'Zora Weber');
    // The piece is edited, and staff corrects the place of the sale.
    await shop.call('updateProduct', { token, params: { id: moon.id }, body: { price: 120 } });
    const sale = (await entriesOf(token, moon.id)).at(-1);
    expect(sale).toMatchObject({ kind: 'sold', text: '', owner: '', buyer: 'Zora Weber' });
    const body = { kind: 'sold', date: sale?.date, place: 'Sold at the opening', reason: 'Where' } as const;
    const params = { id: moon.id, entryId: sale?.id ?? '' };
    expect((await shop.call('correctProvenance', { token, params, body })).status).toBe(201);
    expect((await lines(moon.id)).at(-1)).toMatchObject({
      text: 'Zora Weber',
      place: 'Sold at the opening',
      date: year,
    });
    expect((await name('')).status).toBe(200);
    expect((await lines(moon.id)).at(-1)).toMatchObject({ text: 'Private collection' });
    const stored = await Promise.all(
      (['provenance_entries', 'provenance_names', 'audit_entries', 'listings'] as const).map((table) =>
        shop.shop.database.read.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(stored)).not.toContain('Zora');
  });

  it('is read by visitors only when the shop has agreed to exactly that name', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const { token: viewer } = await shop.admin('Vera', 'viewer');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    for (const { id } of [moon, carp]) await add(token, id, { kind: 'made', date: '2022', text: 'Made' });
    const anna = await shop.customer('Anna');
    const [first, second] = [await shop.buy(anna, moon), await shop.buy(anna, carp)];
    const name = async (text: string, { id } = first) =>
      (await shop.call('setNameInProvenance', { token: anna.token, params: { id }, body: { name: text } })).body;
    const needs = async () =>
      (await shop.call('listNeeds', { token })).body.needs
        .filter(({ kind }) => kind === 'name')
        .map(({ what }) => what);
    expect((await answer(token, first.id, 'Anna')).status).toBe(404);
    await name('Museum of Hanoi');
    expect(await needs()).toEqual([`The buyer of ${first.id} wants to be named in the provenance: “Museum of Hanoi”`]);
    expect((await answer(viewer, first.id, 'Museum of Hanoi')).status).toBe(403);
    expect((await answer(token, first.id, 'Museum of Hanoi', 'refused')).status).toBe(200);
    expect(await name('Museum of Hanoi')).toMatchObject({ state: 'refused' });
    expect(await needs()).toEqual([]);
    await name('Anna Weber');
    // The name that the shop has read is not the one that waits by then.
    await name('Anna Weber of Hanoi');
    expect((await answer(token, first.id, 'Anna Weber')).status).toBe(409);
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    await answer(token, first.id, 'Anna Weber of Hanoi');
    expect(await shown(moon.id)).toMatchObject({ owner: 'Anna Weber of Hanoi' });
    // The same buyer with the same name needs no further answer, another name does.
    expect(await name('Anna Weber of Hanoi', second)).toMatchObject({ state: 'shown' });
    expect(await shown(carp.id)).toMatchObject({ owner: 'Anna Weber of Hanoi' });
    expect(await name('Anna', first)).toMatchObject({ state: 'waiting' });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    const audited = await shop.shop.database.read.selectFrom('audit_entries').selectAll().execute();
    expect(JSON.stringify(audited)).not.toMatch(/Museum|Weber/);
  });

  it('is forgotten when the sale is undone or struck out', async () => {
    const { token } = await shop.admin('Mai');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const anna = await shop.customer('Anna');
    for (const { id } of [moon, carp]) await add(token, id, { kind: 'made', date: '2022', text: 'Made' });
    const orders = [await shop.buy(anna, moon), await shop.buy(anna, carp)];
    for (const { id } of orders)
      await shop.call('setNameInProvenance', { token: anna.token, params: { id }, body: { name: 'Anna' } });
    await shop.call('cancelOrder', { token: anna.token, params: { id: orders[0]?.id ?? '' } });
    const sale = (await entriesOf(token, carp.id)).at(-1);
    const params = { id: carp.id, entryId: sale?.id ?? '' };
    await shop.call('strikeProvenance', { token, params, body: { reason: 'x' } });
    expect(await shop.shop.database.read.selectFrom('provenance_names').selectAll().execute()).toEqual([]);
    for (const { id } of orders) {
      const call = (text: string) =>
        shop.call('setNameInProvenance', { token: anna.token, params: { id }, body: { name: text } });
      expect([(await call('Anna')).status, (await call('')).status]).toEqual([404, 200]);
    }
  });
});
