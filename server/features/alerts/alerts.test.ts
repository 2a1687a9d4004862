import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

onEachEngine('An alert for a piece', (shop) => {
  const turnOn = async () => {
    const owner = await shop.admin('Mai');
    await shop.call('updateAlertSettings', { token: owner.token, body: { alerts: true } });
    return owner;
  };
  const emails = async () => (await readMailFolder(shop)).filter((text) => /alert/.test(text));
  const nextRound = async () => {
    shop.passTime(minute);
    shop.shop.alerts.wake();
    await shop.shop.alerts.settled();
  };
  const linkIn = (text: string | undefined, what: 'confirm' | 'stop') =>
    new RegExp(`https://shop\\.test(/alerts/${what}\\?token=[\\w-]{32})`).exec(text ?? '')?.[1] ?? '';
  const follow = async (url: string, body = '') =>
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    await shop.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const soldListing = async (name = 'Moon') => {
    const listing = await shop.listing(name);
    const order = await shop.buy(await shop.customer(`Buyer of ${name}`), listing);
    return { listing, order };
  };
  const cancel = (token: string, id: string) =>
    shop.call('setOrderStatus', { token, params: { id }, body: { status: 'cancelled' } });
  const confirmEmail = (email: string) =>
    shop.shop.database.write(async (tx) => {
      await tx.updateTable('users').set({ email_confirmed_at: shop.shop.clock() }).where('email', '=', email).execute();
    });

  it('cannot be asked for, and is not offered by getShop, until an owner turns alerts on', async () => {
    const { listing } = await soldListing();
    const ask = () => shop.call('addAlert', { body: { listingId: listing.id, email: 'lan@example.com' } });
    expect((await ask()).status).toBe(404);
    expect((await shop.call('getShop', {})).body).not.toHaveProperty('alerts');
    await turnOn();
    expect((await shop.call('getShop', {})).body).toMatchObject({ alerts: true });
    expect((await ask()).body).toMatchObject({ state: 'confirm' });
  });

  it('of a guest begins with the link in an email, and ends with its one email', async () => {
    const owner = await turnOn();
    const { listing, order } = await soldListing();
    const ask = () => shop.call('addAlert', { body: { listingId: listing.id, email: 'Lan@example.com' } });
    await ask();
    await ask();
    expect(await emails()).toHaveLength(1);
    shop.passTime(24 * 60 * 60_000);
    await ask();
    const [first, second] = await emails();
    // The page behind the link only asks, so nothing happens before its button is pressed.
    const confirmed = await follow(linkIn(second, 'confirm'));
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/alerts/confirmed']);
    expect((await follow(linkIn(first, 'confirm'))).headers.location).toBe('/alerts/confirmed');
    await nextRound();
    expect(await emails()).toHaveLength(2);
    await cancel(owner.token, order.id);
    await nextRound();
    await nextRound();
    const sent = await emails();
    expect(sent).toHaveLength(3);
    expect(sent[2]).toMatch(/\nTo: Lan@example\.com\nSubject: Moon is free again\n/);
    expect(sent[2]).toContain('https://shop.test/product/moon');
    expect(sent[2]).toMatch(/\nList-Unsubscribe: <https:\/\/shop\.test\/alerts\/stop\?token=[\w-]{32}>\n/);
    expect(sent[2]).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
    expect((await follow(linkIn(first, 'confirm'))).headers.location).toBe('/alerts/ended');
  });

  it('of an account with a confirmed address begins at once, is listed, exported and can be stopped', async () => {
    const owner = await turnOn();
    const anna = await shop.customer('Anna');
    await confirmEmail(anna.email);
    const [moon, carp] = [await soldListing('Moon'), await soldListing('Carp')];
    for (const { listing } of [moon, carp, carp]) {
      const { body } = await shop.call('addAlert', { token: anna.token, body: { listingId: listing.id } });
      expect(body).toMatchObject({ state: 'on' });
      shop.passTime(1_000);
    }
    const { body } = await shop.call('listAlerts', { token: anna.token });
    expect(body).toMatchObject({
      total: 2,
      email: anna.email,
      alerts: [{ name: 'Carp', sold: true }, { name: 'Moon' }],
    });
    const records = (await shop.call('downloadOwnRecords', { token: anna.token })).body;
    expect(records).toMatchObject({ alerts: [{ kind: 'piece', target: 'moon' }, { target: 'carp' }] });
    const ben = await shop.customer('Ben');
    const stop = (token: string) => shop.call('stopAlert', { token, params: { id: body.alerts[0]?.id ?? '' } });
    await stop(ben.token);
    expect((await shop.call('listAlerts', { token: anna.token })).body.total).toBe(2);
    await stop(anna.token);
    await cancel(owner.token, carp.order.id);
    await nextRound();
    expect(await emails()).toEqual([]);
    await cancel(owner.token, moon.order.id);
    await nextRound();
    expect(await emails()).toHaveLength(1);
  });

  it('waits while somebody holds the piece, or it is reserved', async () => {
    const owner = await turnOn();
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    await confirmEmail(anna.email);
    const { id } = await shop.listing('Moon');
    const ask = () => shop.call('addAlert', { token: anna.token, body: { listingId: id } });
    expect((await ask()).body).toMatchObject({ success: false, message: "'Moon' can be bought now." });
    await shop.call('holdPieces', { token: ben.token, body: { listingIds: [id] } });
    expect((await ask()).body).toMatchObject({ state: 'on' });
    await nextRound();
    expect(await emails()).toEqual([]);
    const until = new Date(shop.shop.clock() + day).toISOString();
    await shop.call('releaseHolds', { token: ben.token });
    await shop.call('addPrivateLink', {
      token: owner.token,
      body: { kind: 'offer', until, pieces: [{ listingId: id }] },
    });
    await nextRound();
    expect(await emails()).toEqual([]);
    shop.passTime(day);
    await nextRound();
    expect(await emails()).toHaveLength(1);
  });

  it('is sent once, in one email for all pieces of a person, also when several rounds run at the same time', async () => {
    const owner = await turnOn();
    const anna = await shop.customer('Anna');
    await confirmEmail(anna.email);
    const sold = [await soldListing('Moon'), await soldListing('Carp')];
    for (const { listing } of sold) await shop.call('addAlert', { token: anna.token, body: { listingId: listing.id } });
    for (const { order } of sold) await cancel(owner.token, order.id);
    const { sendDueAlerts } = await import('./send-alerts.ts');
    await Promise.all([1, 2, 3, 4].map(() => sendDueAlerts(shop.shop)));
    const sent = await emails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Carp: $100.00\nMoon: $100.00');
  });

  it('ends by one click in the mail program, without a page', async () => {
    await turnOn();
    const { listing } = await soldListing();
    await shop.call('addAlert', { body: { listingId: listing.id, email: 'lan@example.com' } });
    const [email] = await emails();
    await follow(linkIn(email, 'confirm'));
    const clicked = await follow(linkIn(email, 'stop'), 'List-Unsubscribe=One-Click');
    expect([clicked.statusCode, clicked.headers.location]).toEqual([200, undefined]);
    expect((await follow(linkIn(email, 'confirm'))).headers.location).toBe('/alerts/ended');
    expect((await follow('/alerts/stop?token=unknown')).headers.location).toBe('/alerts/stopped');
  });

  it('is deleted with its account, with its piece, and after 7 days without a confirmation', async () => {
    const owner = await turnOn();
    const anna = await shop.customer('Anna');
    const [moon, carp] = [await soldListing('Moon'), await soldListing('Carp')];
    const rows = () => shop.shop.database.read.selectFrom('subscriptions').selectAll().execute();
    await shop.call('addAlert', { body: { listingId: moon.listing.id, email: anna.email } });
    await follow(linkIn((await emails())[0], 'confirm'));
    await confirmEmail(anna.email);
    await shop.call('addAlert', { token: anna.token, body: { listingId: carp.listing.id } });
    expect((await shop.call('listAlerts', { token: anna.token })).body.total).toBe(2);
    await shop.call('deleteUser', { token: owner.token, params: { id: anna.id } });
    expect(await rows()).toEqual([]);
    for (const { listing } of [moon, carp])
      await shop.call('addAlert', { body: { listingId: listing.id, email: 'lan@example.com' } });
    await shop.call('deleteProduct', { token: owner.token, params: { id: moon.listing.id } });
    expect(await rows()).toMatchObject([{ target: carp.listing.id }]);
    shop.passTime(7 * day);
    await nextRound();
    expect(await rows()).toEqual([]);
  });

  it('of a guest becomes the alert of the account that has confirmed the same address', async () => {
    await turnOn();
    const anna = await shop.customer('Anna');
    await confirmEmail(anna.email);
    const { listing } = await soldListing();
    await shop.call('addAlert', { token: anna.token, body: { listingId: listing.id } });
    await shop.call('addAlert', { body: { listingId: listing.id, email: anna.email } });
    const [email] = await emails();
    await follow(linkIn(email, 'confirm'));
    expect((await shop.call('listAlerts', { token: anna.token })).body.total).toBe(1);
    await follow(linkIn(email, 'stop'));
    expect((await shop.call('listAlerts', { token: anna.token })).body.total).toBe(0);
  });

  it('that is asked for again has 7 days from then on to be confirmed', async () => {
    await turnOn();
    const { listing } = await soldListing();
    const ask = () => shop.call('addAlert', { body: { listingId: listing.id, email: 'lan@example.com' } });
    await ask();
    shop.passTime(6 * 24 * 60 * minute);
    await ask();
    shop.passTime(6 * 24 * 60 * minute);
    const second = (await emails()).at(-1);
    expect((await follow(linkIn(second, 'confirm'))).headers.location).toBe('/alerts/confirmed');
  });
});

onEachEngine('An alert for an artist', (shop) => {
  it('collects the new works of an hour in one email, without earlier works, and ends by the link in it', async () => {
    const owner = await shop.admin('Mai');
    const token = owner.token;
    await shop.call('updateAlertSettings', { token, body: { alerts: true } });
    const anna = await shop.customer('Anna');
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute();
    });
    const { artist } = (await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê', published: true } })).body;
    const round = async (time: number) => {
      shop.passTime(time);
      shop.shop.alerts.wake();
      await shop.shop.alerts.settled();
      await shop.shop.mailer.settled();
      const rows = await shop.shop.database.read
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'new work')
        .execute();
      return rows.length;
    };
    await shop.listing('Earlier', { artistId: artist.id });
    await round(minute);
    for (let count = 0; count < 2; count += 1)
      expect((await shop.call('addAlert', { token: anna.token, body: { artist: artist.slug } })).body.state).toBe('on');
    expect((await shop.call('addAlert', { token: anna.token, body: { artist: 'nobody' } })).status).toBe(404);
    expect((await shop.call('addAlert', { token: anna.token, body: {} })).status).toBe(400);
    expect((await shop.call('listAlerts', { token: anna.token })).body.alerts).toMatchObject([
      { kind: 'artist', name: 'Lê Vân Khê', path: `/artists/${artist.slug}` },
    ]);
    // A work that is listed while alerts are off is in no later email.
    await shop.call('updateAlertSettings', { token, body: { alerts: false } });
    await shop.listing('While off', { artistId: artist.id });
    await round(minute);
    await shop.call('updateAlertSettings', { token, body: { alerts: true } });
    for (let count = 1; count <= 25; count += 1) await shop.listing(`Work ${count}`, { artistId: artist.id });
    await shop.listing('By somebody else');
    expect(await round(minute)).toBe(0);
    expect(await round(60 * minute)).toBe(1);
    expect(await round(120 * minute)).toBe(1);
    const texts = await readMailFolder(shop);
    const email = texts.find((text) => text.includes('Subject: New work by Lê Vân Khê')) ?? '';
    expect(email).toContain('Work 25: $100.00');
    expect(email).toContain('And 5 more.');
    expect(email).not.toMatch(/Earlier|While off|somebody else/);
    const [, url = ''] = /List-Unsubscribe: <https:\/\/shop\.test(\S+)>/.exec(email) ?? [];
    await shop.call('updateProduct', { token, params: { id: 'work-1' }, body: { discontinued: true } });
    await shop.listing('Late', { artistId: artist.id });
    await round(minute);
    await shop.request('POST', url);
    expect(await round(120 * minute)).toBe(1);
    expect((await shop.call('listAlerts', { token: anna.token })).body.total).toBe(0);
  });
});

onEachEngine(
  'Alerts with RATE_LIMITS=on',
  (shop) => {
    it('can be asked for at most 5 times an hour for one address', async () => {
      const owner = await shop.admin('Mai');
      await shop.shop.database.write(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ section: 'alerts', value: '{"alerts":true}', changed_at: 0 })
          .execute();
      });
      const { id } = await shop.listing('Moon');
      await shop.call('updateProduct', { token: owner.token, params: { id }, body: { sold: true } });
      const ask = () => shop.call('addAlert', { body: { listingId: id, email: 'lan@example.com' } });
      for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
      expect((await ask()).status).toBe(429);
    });
  },
  { RATE_LIMITS: 'on' },
);
