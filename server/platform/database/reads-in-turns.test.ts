import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onSqlite } from '#server/testing/shop.ts';

// PostgreSQL's driver does not block the event loop.
onSqlite('Long queries', (shop) => {
  it('let the event loop handle other events between them', async () => {
    const { read } = shop.shop.database;
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const counted = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300000)
      select max(n) from numbers`;
    const turnsAtEnds = await Promise.all([1, 2, 3, 4].map(() => counted.execute(read).then(() => turns)));
    clearImmediate(timer);
    expect(new Set(turnsAtEnds).size).toBeGreaterThan(1);
  });
});
