import { expect, it } from 'vitest';
import { engines, fillShop, otherShopsOf, rowsOf } from '#server/testing/filled-shop.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { moveShop } from './move-shop.ts';

onEachEngine('A shop', (shop) => {
  const createOtherSettings = otherShopsOf(shop);

  it('moves without a backup to either engine with the same rows', async () => {
    const { rows, tables } = await fillShop(shop);
    const { database } = shop.shop.settings;
    if (database.engine === 'sqlite') {
      await expect(moveShop(database, database)).rejects.toThrow('is in use by another process');
      await shop.shop.database.close();
    }
    for (const engine of engines) {
      const target = await createOtherSettings(engine);
      const moved = await moveShop(database, target.database);
      expect([...moved.keys()].toSorted()).toEqual(tables);
      expect(await rowsOf(target, tables)).toEqual(rows);
      await expect(moveShop(database, target.database)).rejects.toThrow('The database is not empty');
    }
    expect(await rowsOf(shop.shop.settings, tables)).toEqual(rows);
  });
});
