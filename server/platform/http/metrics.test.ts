import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const token = 'a-token-for-prometheus';

onEachEngine(
  'The metrics',
  (shop) => {
    const get = (name: string, headers: Record<string, string>) =>
      Promise.resolve(shop.app.inject({ method: 'GET', url: `/api/${name}`, headers }));
    const read = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await get('metrics', headers);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      return answer.payload;
    };
    const value = (metrics: string, sample: string) =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.slice(sample.length),
      );

    it('count requests by endpoint and status, with their duration', async () => {
      const body = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'a secret' };
      await shop.call('authenticate', { body });
      await shop.request('GET', '/api/nothing');
      await shop.request('GET', '/api/listings/a%20secret%20name');
      const metrics = await read();
      expect(value(metrics, 'lacquer_http_requests_total{endpoint="authenticate",status="201"}')).toBe(1);
      expect(value(metrics, 'lacquer_http_requests_total{endpoint="/api/*",status="404"}')).toBe(1);
      expect(value(metrics, 'lacquer_http_requests_total{endpoint="getListing",status="404"}')).toBe(1);
      expect(value(metrics, 'lacquer_http_request_duration_seconds_count{endpoint="authenticate"}')).toBe(1);
      expect(metrics).not.toContain('secret');
      expect(metrics).not.toContain('anna');
    });

    it('count what the response cache answers, also before routing', async () => {
      const address = await shop.listen();
      for (let count = 0; count < 3; count += 1) await (await fetch(`${address}/api/listings`)).text();
      const metrics = await read();
      expect(value(metrics, 'lacquer_http_requests_total{endpoint="cache",status="200"}')).toBe(2);
      expect(value(metrics, 'lacquer_http_requests_total{endpoint="listListings",status="200"}')).toBe(1);
      expect(value(metrics, 'lacquer_response_cache_lookups_total{result="hit"}')).toBe(2);
      expect(value(metrics, 'lacquer_response_cache_lookups_total{result="miss"}')).toBe(1);
      expect(value(metrics, 'lacquer_response_cache_bytes')).toBeGreaterThan(100);
      expect(value(await read(), 'lacquer_http_requests_total{endpoint="cache",status="200"}')).toBe(2);
    });

    it('count orders, holds and emails in the database, and how often callers waited for it', async () => {
      const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
      const [moon, lake] = [await shop.listing('Moon'), await shop.listing('Lake')];
      await shop.buy(anna, moon);
      await shop.call('holdPieces', { token: ben.token, body: { listingIds: [lake.id] } });
      await shop.shop.mailer.settled();
      await shop.shop.database.write((tx) => tx.updateTable('outbox').set({ sent_at: null, attempts: 14 }).execute());
      const metrics = await read();
      expect(value(metrics, 'lacquer_orders{status="paid"}')).toBe(1);
      expect(value(metrics, 'lacquer_orders{status="cancelled"}')).toBe(0);
      expect(value(metrics, 'lacquer_holds{state="live"}')).toBe(1);
      expect(value(metrics, 'lacquer_emails_unsent{state="waiting"}')).toBe(0);
      expect(value(metrics, 'lacquer_emails_unsent{state="failed"}')).toBeGreaterThan(0);
      expect(value(metrics, 'lacquer_database_wait_seconds_count')).toBeGreaterThan(5);
    });

    it('contain the open event streams, the lag of the event loop and the memory', async () => {
      const address = await shop.listen();
      const stream = new AbortController();
      // A response that nothing refers to may be garbage-collected, which ends its stream.
      const opened = await fetch(`${address}/api/events`, { signal: stream.signal });
      const metrics = await read();
      expect(value(metrics, 'lacquer_event_streams')).toBe(1);
      expect(value(metrics, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
      expect(value(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
      expect(opened.status).toBe(200);
      stream.abort();
    });

    it.each([undefined, '', 'Bearer', 'Bearer another-token-here', `Basic ${token}`, `Bearer ${token}x`])(
      'are answered like an unknown address to a caller with the authorization %s',
      async (authorization) => {
        const headers = authorization === undefined ? {} : { authorization };
        const [refused, unknown] = await Promise.all(['metrics', 'nothing'].map((name) => get(name, headers)));
        expect([refused?.statusCode, { ...refused?.json(), requestId: '' }]).toEqual([
          404,
          { ...unknown?.json(), requestId: '' },
        ]);
      },
    );
  },
  { METRICS_TOKEN: token },
);

onEachEngine('Without METRICS_TOKEN', (shop) => {
  it('there are no metrics', async () => {
    expect((await shop.request('GET', '/api/metrics')).status).toBe(404);
  });
});
