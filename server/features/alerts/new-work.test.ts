import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

const minute = 60_000;

onEachEngine('News of a piece that was listed by mistake', (shop) => {
  it('reaches the followers of its artist when it is listed again', async () => {
    const { token } = await shop.admin('Mai');
    await shop.call('updateAlertSettings', { token, body: { alerts: true } });
    const { artist } = (await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê', published: true } })).body;
    const anna = await shop.customer('Anna');
    await shop.shop.database.write(async (tx) => {
      await tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', anna.id).execute();
    });
    await shop.call('addAlert', { token: anna.token, body: { artist: artist.slug } });
    const emailsAfter = async (time: number) => {
      shop.passTime(time);
      shop.shop.alerts.wake();
      await shop.shop.alerts.settled();
      const emails = shop.shop.database.read.selectFrom('outbox').select('id').where('kind', '=', 'new work');
      return (await emails.execute()).length;
    };
    const moon = await shop.listing('Moon', { artistId: artist.id });
    const setTo = (visibility: string) =>
      shop.call('updateProduct', { token, params: { id: moon.id }, body: { visibility } });
    expect(await emailsAfter(minute)).toBe(0);
    await setTo('draft');
    expect(await emailsAfter(120 * minute)).toBe(0);
    await setTo('listed');
    expect(await emailsAfter(minute)).toBe(1);
    expect(await emailsAfter(120 * minute)).toBe(1);
  });
});
