import { afterEach, beforeEach, expect, it } from 'vitest';
import { endEventStreams } from '#server/platform/http/event-stream.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A page whose event stream opens after its data was read', (shop) => {
  let address = '';
  beforeEach(async () => {
    address = `${await shop.listen()}/api/events`;
  });
  afterEach(endEventStreams);

  /** Opens a stream and returns its events up to the event `last`. */
  async function eventsUntil(last: string): Promise<string[]> {
    const response = await fetch(address);
    const decoder = new TextDecoder();
    let text = '';
    let events: string[] = [];
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      events = [...text.matchAll(/"listingId":"([^"]+)","state":"([^"]+)"/g)].map(([, id, state]) => `${id} ${state}`);
      if (events.includes(last)) break;
    }
    expect(response.status).toBe(200);
    return events;
  }

  it('receives the latest event of each piece in between, and no old events', async () => {
    const { token } = await shop.customer('Anna');
    for (const name of ['Old', 'Left', 'Kept', 'Last']) await shop.listing(name);
    const hold = async (id: string) =>
      expect((await shop.call('holdPieces', { token, body: { listingIds: [id] } })).status).toBe(200);
    await hold('old');
    await eventsUntil('old reserved');
    shop.passTime(60_000);
    await hold('left');
    await hold('kept');
    expect(await eventsUntil('kept reserved')).toEqual(['left reserved', 'kept reserved']);

    expect((await shop.call('releaseHolds', { token })).status).toBe(200);
    await hold('last');
    const received = await eventsUntil('last reserved');
    expect(Object.fromEntries(received.map((event) => event.split(' ')))).toEqual({
      old: 'available',
      left: 'available',
      kept: 'available',
      last: 'reserved',
    });
  });

  it('receives the latest state of each piece at most twice a second, however often it changes', async () => {
    const { token } = await shop.customer('Anna');
    const listings = await Promise.all(['Bowl', 'Tray', 'Box'].map((name) => shop.listing(name)));
    const listingIds = listings.map(({ id }) => id);
    const response = await fetch(address);
    const started = performance.now();
    for (let time = 0; time < 20; time += 1) {
      await shop.call('holdPieces', { token, body: { listingIds } });
      await shop.call('releaseHolds', { token });
    }
    await shop.listing('End');
    const took = performance.now() - started;
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += new TextDecoder().decode(bytes);
      if (text.includes('"listingId":"end"')) break;
    }
    // Read last: `fetch` cancels the body of a response that is garbage collected.
    expect(response.status).toBe(200);
    const most = 3 * (2 + took / 500) + 4;
    expect(text.match(/^data: /gm)?.length).toBeLessThanOrEqual(most);
    expect(text.slice(text.lastIndexOf('"bowl"'))).toContain('available');
  });
});

onEachEngine(
  'Event streams',
  (shop) => {
    afterEach(endEventStreams);
    const open = (address: string, from: string) =>
      fetch(`${address}/api/events`, { headers: { 'x-forwarded-for': from } });

    it('are limited to a hundred for each client address', async () => {
      const address = await shop.listen();
      const opened = await Promise.all(Array.from({ length: 100 }, () => open(address, '203.0.113.7')));
      expect(opened.map(({ status }) => status)).toEqual(Array(100).fill(200));
      const refused = await open(address, '203.0.113.7');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await refused.json()).toMatchObject({
        message: 'Too many pages of the shop are open at your address. Please close some of them.',
      });
      expect((await open(address, '203.0.113.8')).status).toBe(200);
      await opened[0]?.body?.cancel();
      await expect.poll(async () => (await open(address, '203.0.113.7')).status).toBe(200);
    });
  },
  { TRUST_PROXY: '1' },
);
