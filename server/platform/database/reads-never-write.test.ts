import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openTestShop } from '#server/testing/open-shop.ts';
import { onEachEngineWith } from '#server/testing/shop.ts';
import { runAsRead } from '../concurrency/current-caller.ts';
import { reportWritesInReads } from './reads-never-write.ts';

onEachEngineWith(
  'A GET request',
  (database) =>
    openTestShop({
      ...database,
      async addRoutes(app, { database: { write }, backgroundWrites }) {
        const change = () => write((tx) => sql`update catalog_revision set revision = revision + 1`.execute(tx));
        const writesLate = async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          await change();
          return 'written';
        };
        app.get('/writes', writesLate);
        app.post('/writes', writesLate);
        app.get('/stores-later', async () => {
          backgroundWrites.add('a test', (tx) => sql`update catalog_revision set revision = 1000`.execute(tx));
          return 'stored soon';
        });
      },
    }),
  (shop) => {
    const revision = async () => shop.shop.database.catalogRevision();

    it('cannot open a writing transaction, whichever route it has and however late that is', async () => {
      const before = await revision();
      expect((await shop.request('GET', '/writes')).status).toBe(500);
      expect(shop.logged()).toContain('A GET request opens a writing transaction');
      expect(await revision()).toBe(before);
      expect((await shop.request('POST', '/writes', { body: {} })).status).toBe(200);
      expect(await revision()).toBe(before + 1);
    });

    it('can have something stored after its answer', async () => {
      expect((await shop.request('GET', '/stores-later')).status).toBe(200);
      await shop.shop.backgroundWrites.settled();
      expect(await revision()).toBe(1000);
    });

    it('reads on a connection that refuses every change', async () => {
      const change = sql`update catalog_revision set revision = 2000`.execute(shop.shop.database.read);
      await expect(change).rejects.toThrow(/readonly|read-only/);
    });
  },
);

it('a write of a GET request in production is reported, and still done', async () => {
  const report = vi.fn();
  const write = vi.fn(async () => 'answer');
  // Only `write` is called.
  const database = reportWritesInReads({ write } as never, report);
  expect(await runAsRead(() => database.write(async () => 'answer'))).toBe('answer');
  expect([report.mock.calls.length, write.mock.calls.length]).toEqual([1, 1]);
});
