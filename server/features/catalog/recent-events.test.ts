import { afterEach, beforeEach, expect, it } from 'vitest';
import { endEventStreams } from '#server/platform/http/event-stream.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A page whose event stream opens after its data was read', (shop) => {
  let address = '';
  beforeEach(async () => {
    address = `${await shop.listen()}/api/events`;
  });
  afterEach(endEventStreams);

  /** The events of a new stream up to the event `last`. */
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
    return events;
  }

  it('receives the latest event of each piece in between, and no old events', async () => {
    const { token } = await shop.customer('Anna');
    for (const name of ['Old', 'Left', 'Kept', 'Last']) await shop.piece(name);
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
});
