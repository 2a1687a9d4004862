import { expect, it } from 'vitest';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

onEachEngine('The provenance of a piece', (shop) => {
  const add = (token: string, id: string, entry: object) =>
    shop.call('addProvenance', { token, params: { id }, body: { kind: 'exhibited', text: 'Shown', ...entry } });
  const entriesOf = async (token: string, id: string) =>
    (await shop.call('listProvenance', { token, params: { id } })).body.entries;
  const lines = async (id: string) => (await shop.call('getProvenance', { params: { id } })).body.provenance;
  const shown = async (id: string) => (await shop.call('getListing', { params: { id } })).body.listing;
  const answer = (token: string, id: string, name: string, state: 'shown' | 'refused' = 'shown') =>
    shop.call('answerNameInProvenance', { token, params: { id }, body: { name, state } });
  const year = expect.stringMatching(/^20\d\d$/);

  it('is empty until an entry is added, also after a sale, and the piece is shown as before', async () => {
    const moon = await shop.listing('Moon', { owner: 'The artist' });
    expect(await lines(moon.id)).toEqual([]);
    const order = await shop.buy(await shop.customer('Anna'), moon);
    expect(order).not.toHaveProperty('nameInProvenance');
    expect(await lines(moon.id)).toEqual([]);
    expect(await shown(moon.id)).toMatchObject({ owner: 'The artist', history: '' });
  });

  it('lists what is public by date, and the shop derives owner and history from it', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon', { owner: 'The artist' });
    await add(token, moon.id, { date: '2024', text: 'Shown at the spring opening', place: 'Hưng Yên' });
    await add(token, moon.id, { kind: 'made', date: '2022-03', text: 'Begun in Hưng Yên' });
    await add(token, moon.id, { kind: 'restored', date: '2023', text: 'A scratch was filled', isPublic: false });
    expect((await lines(moon.id)).map(({ date, text, place }) => [date, text, place])).toEqual([
      ['2022-03', 'Begun in Hưng Yên', ''],
      ['2024', 'Shown at the spring opening', 'Hưng Yên'],
    ]);
    expect(await shown(moon.id)).toMatchObject({
      owner: 'The artist',
      history: 'March 2022: Begun in Hưng Yên.\n2024: Shown at the spring opening. Hưng Yên.',
    });
    await add(token, moon.id, { kind: 'owned', date: '2025', text: 'Given to a museum', owner: 'Museum of Hanoi' });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Museum of Hanoi' });
    const typed = { history: 'Our own words', owner: 'Nobody' };
    const edited = await shop.call('updateProduct', { token, params: { id: moon.id }, body: typed });
    expect(edited.body.product).toMatchObject({ ...typed, derivedOwner: 'Museum of Hanoi' });
    expect(await shown(moon.id)).toMatchObject({ history: 'Our own words', owner: 'Museum of Hanoi' });
    const sorted = await shop.call('listListings', { query: { sort: 'owner', order: 'asc', page: 1, pageSize: 5 } });
    expect(sorted.body.listings[0]).toMatchObject({ owner: 'Museum of Hanoi' });
  });

  it('is never changed: a later entry corrects or strikes out an earlier one, once', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon');
    const { entry } = (await add(token, moon.id, { date: '2024', text: 'Shown in Paris' })).body;
    const correct = (entryId: string, text: string) =>
      shop.call('correctProvenance', {
        token,
        params: { id: moon.id, entryId },
        body: { kind: 'exhibited', date: '2023', text, reason: 'A mistake' },
      });
    const corrected = await correct(entry.id, 'Shown in Lyon');
    expect(corrected.status).toBe(201);
    expect(await lines(moon.id)).toMatchObject([{ date: '2023', text: 'Shown in Lyon' }]);
    expect((await correct(entry.id, 'Shown in Nice')).status).toBe(404);
    const strike = (entryId: string) =>
      shop.call('strikeProvenance', { token, params: { id: moon.id, entryId }, body: { reason: 'Another piece' } });
    expect((await strike(corrected.body.entry.id)).status).toBe(201);
    expect((await strike(corrected.body.entry.id)).status).toBe(404);
    expect(await lines(moon.id)).toEqual([]);
    expect(await entriesOf(token, moon.id)).toMatchObject([
      { text: 'Shown in Paris', correctedBy: corrected.body.entry.id },
      { text: 'Shown in Lyon', reason: 'A mistake' },
      { isStrike: true, reason: 'Another piece' },
    ]);
    const carp = await shop.listing('Carp');
    expect(
      (
        await shop.call('strikeProvenance', {
          token,
          params: { id: carp.id, entryId: entry.id },
          body: { reason: 'x' },
        })
      ).status,
    ).toBe(404);
    const { token: viewer } = await shop.admin('Vera', 'viewer');
    expect((await add(viewer, moon.id, {})).status).toBe(403);
  });

  it('has a sale from the moment of the payment, and without a name unless the buyer agrees', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon', { owner: 'The artist' });
    await add(token, moon.id, { kind: 'made', date: '2022', text: 'Made in Hưng Yên' });
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const order = await shop.buy(anna, moon);
    expect((await lines(moon.id)).at(-1)).toEqual({
      kind: 'sold',
      date: year,
      text: 'Private collection',
      owner: '',
      place: expect.stringMatching(/^Sold by /),
    });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    const name = (person: { token: string }, text: string) =>
      shop.call('setNameInProvenance', { token: person.token, params: { id: order.id }, body: { name: text } });
    expect((await name(ben, 'Ben')).status).toBe(404);
    for (const text of [
      'casino.example',
      'www casino',
      'Win at casino.example now',
      'anna@example.com',
      'Call 0400 000 000',
      '//x',
    ])
      expect((await name(anna, text)).status).toBe(400);
    expect((await name(anna, 'Dr. J.R. Nguyễn-O’Neill')).status).toBe(200);
    expect((await name(anna, 'Anna Weber')).body).toMatchObject({ name: 'Anna Weber', state: 'waiting' });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    expect((await answer(token, order.id, 'Anna Weber')).body).toMatchObject({ name: 'Anna Weber', state: 'shown' });
    expect((await lines(moon.id)).at(-1)).toMatchObject({ text: 'Anna Weber', owner: 'Anna Weber' });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Anna Weber' });
    const own = await shop.call('getOrder', { token: anna.token, params: { id: order.id } });
    expect(own.body.order).toMatchObject({ nameInProvenance: 'Anna Weber', nameState: 'shown' });
    await name(anna, '');
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    expect(JSON.stringify(await entriesOf(token, moon.id))).not.toContain('Anna');
    await name(anna, 'Anna Weber');
    await answer(token, order.id, 'Anna Weber');
    expect(await shown(moon.id)).toMatchObject({ owner: 'Anna Weber' });
    await shop.call('deleteOwnAccount', { token: anna.token, body: { currentPassword: 'secret1' } });
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    expect(await checkInvariants(shop.shop.database.read, shop.shop.clock())).toEqual([]);
  });

  it('loses a sale that is undone, and has the next one', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon', { owner: 'The artist' });
    await add(token, moon.id, { kind: 'made', date: '2022', text: 'Made in Hưng Yên' });
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const order = await shop.buy(anna, moon);
    await shop.call('setNameInProvenance', { token: anna.token, params: { id: order.id }, body: { name: 'Anna' } });
    await shop.call('cancelOrder', { token: anna.token, params: { id: order.id } });
    expect(await lines(moon.id)).toMatchObject([{ kind: 'made' }]);
    expect(await shown(moon.id)).toMatchObject({ owner: 'The artist', sold: false });
    await shop.buy(ben, moon);
    expect((await lines(moon.id)).map(({ kind, text }) => [kind, text])).toEqual([
      ['made', 'Made in Hưng Yên'],
      ['sold', 'Private collection'],
    ]);
  });

  it('has the making before the sale of the same year, and no sale where visitors see no provenance', async () => {
    const { token } = await shop.admin('Mai');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp', { owner: 'The artist' })];
    const day = new Date(shop.shop.clock()).toISOString();
    await add(token, moon.id, { kind: 'owned', date: day.slice(0, 4), text: 'On consignment', owner: 'Galerie X' });
    await add(token, moon.id, {
      kind: 'owned',
      date: `${Number(day.slice(0, 4)) - 1}-12`,
      text: 'Given',
      owner: 'Ben',
    });
    await add(token, moon.id, { kind: 'made', date: day.slice(0, 4), text: 'Made' });
    await add(token, carp.id, { kind: 'made', text: 'Made', isPublic: false });
    const anna = await shop.customer('Anna');
    for (const listing of [moon, carp]) await shop.buy(anna, listing);
    expect((await lines(moon.id)).map(({ kind, owner }) => [kind, owner])).toEqual([
      ['owned', 'Ben'],
      ['made', ''],
      ['owned', 'Galerie X'],
      ['sold', ''],
    ]);
    expect(await shown(moon.id)).toMatchObject({ owner: 'Private collection' });
    expect(await lines(carp.id)).toEqual([]);
    expect(await shown(carp.id)).toMatchObject({ owner: 'The artist' });
  });

  it('can be read as Linked Art, without private entries', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon');
    await add(token, moon.id, { kind: 'made', date: '2022-02', text: 'Made in Hưng Yên' });
    await add(token, moon.id, { date: '2024', text: 'Shown at the spring opening' });
    await add(token, moon.id, { kind: 'published', date: '2024-05-06', text: 'River Coats, page 12' });
    await add(token, moon.id, { kind: 'restored', text: 'A scratch', isPublic: false });
    await add(token, moon.id, { kind: 'owned', date: '2025', text: 'Given to a museum', owner: 'Museum of Hanoi' });
    const answer = await shop.request('GET', `/product/${moon.id}/linked-art.json`);
    expect(answer.headers['content-type']).toBe('application/ld+json; charset=utf-8');
    const piece = JSON.parse(answer.raw.toString());
    expect(piece).toMatchObject({
      id: 'https://shop.test/product/moon',
      type: 'HumanMadeObject',
      _label: 'Moon',
      produced_by: {
        type: 'Production',
        timespan: { begin_of_the_begin: '2022-02-01T00:00:00Z', end_of_the_end: '2022-02-28T23:59:59Z' },
      },
      used_for: [{ type: 'Activity', _label: 'Shown at the spring opening' }],
      referred_to_by: [{ type: 'LinguisticObject', content: 'River Coats, page 12' }],
      changed_ownership_through: [{ type: 'Acquisition', transferred_title_to: [{ _label: 'Museum of Hanoi' }] }],
      current_owner: [{ _label: 'Museum of Hanoi' }],
    });
    expect(answer.raw.toString()).not.toContain('scratch');
    const carp = await shop.listing('Carp');
    for (const id of ['nothing', carp.id])
      expect((await shop.request('GET', `/product/${id}/linked-art.json`)).status).toBe(404);
  });

  it('refuses dates that do not exist, entries without words, and more than 200 entries', async () => {
    const { token } = await shop.admin('Mai');
    const moon = await shop.listing('Moon');
    for (const date of ['22', '2022-13', '2022-02-30', 'spring'])
      expect([date, (await add(token, moon.id, { date })).status]).toEqual([date, 400]);
    expect((await add(token, moon.id, { text: ' ' })).status).toBe(400);
    expect((await add(token, 'nothing', {})).status).toBe(404);
    await fill(shop, moon.id, 200);
    const full = await add(token, moon.id, {});
    expect([full.status, full.body.message]).toEqual([409, 'This piece has as many entries as it may have.']);
  });
});

function fill({ shop }: Pick<TestShop, 'shop'>, listing_id: string, count: number): Promise<void> {
  const row = {
    listing_id,
    kind: 'exhibited',
    date: '',
    text: 'Shown',
    place: '',
    owner: '',
    reason: '',
    is_public: 1 as const,
    corrects: null,
    is_strike: 0 as const,
    order_id: null,
    created_at: 1,
  };
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, id: `entry ${index}`, position: index + 1 }));
  return shop.database.write(async (tx) => {
    await tx.insertInto('provenance_entries').values(rows).execute();
  });
}
