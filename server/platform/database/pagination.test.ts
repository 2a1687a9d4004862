import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { countRows, type PageOfIds, type PageRequest, pageFromIndex, pageFromScan } from './pagination.ts';

onEachEngine('A page of ids', (shop) => {
  it('has the same rows in the same order, read from either end or by a scan', async () => {
    // Many equal prices, so that ids decide the order, and a last page that is not full.
    for (let index = 0; index < 23; index += 1) await shop.listing(`Piece ${index}`, { price: 1 + (index % 3) });
    const { read } = shop.shop.database;
    const all = await read.selectFrom('listings').select(['id', 'price_cents as price']).execute();
    for (const direction of ['asc', 'desc'] as const) {
      const sign = direction === 'asc' ? 1 : -1;
      const expected = all
        .toSorted((left, right) => sign * (left.price - right.price) || (left.id < right.id ? -1 : 1))
        .map((row) => row.id);
      const pages = async (find: (request: PageRequest) => Promise<PageOfIds>) => {
        const found: string[] = [];
        for (const offset of [0, 5, 10, 15, 20, 25]) {
          const order = [{ by: sql`price_cents`, direction }];
          const page = await find({ table: 'listings', where: sql`1 = 1`, order, limit: 5, offset });
          expect(page.total).toBe(23);
          found.push(...page.ids);
        }
        return found;
      };
      const count = () => countRows(read, 'listings');
      expect(await pages((request) => pageFromIndex(read, request, count))).toEqual(expected);
      expect(await pages((request) => pageFromScan(read, request))).toEqual(expected);
    }
  });
});
