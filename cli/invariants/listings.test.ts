import { expect, it, vi } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkInvariants } from '../invariants.ts';

onEachEngine('The invariants of listings', (shop) => {
  it('hold if an admin changes statuses several times within a millisecond', async () => {
    const { token } = await shop.admin();
    const moment = shop.shop.clock() + 1_000;
    // Eight pieces, because entries of one millisecond are read in the order of their random ids, which may be right by chance.
    const pieces = await Promise.all(Array.from({ length: 8 }, (_piece, number) => shop.listing(`Moon ${number}`)));
    using _now = vi.spyOn(shop.shop, 'clock').mockReturnValue(moment);
    for (const { id } of pieces)
      for (const sold of [true, false, true])
        expect(await shop.call('updateProduct', { token, params: { id }, body: { sold } })).toMatchObject({
          status: 200,
        });
    expect(await checkInvariants(shop.shop.database.read, moment)).toEqual([]);
  });
});
