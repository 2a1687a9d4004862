import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The newsletter', (shop) => {
  it('needs an address that is confirmed, and owners download the confirmed addresses', async () => {
    const { token } = await shop.admin('Mai');
    const signUp = (email: string) => shop.call('addAlert', { body: { newsletter: true, email } });
    expect((await signUp('lan@example.com')).status).toBe(404);
    await shop.call('updateAlertSettings', { token, body: { newsletter: true } });
    expect((await shop.call('getShop', {})).body).toMatchObject({ newsletter: true });
    for (const email of ['lan@example.com', '=evil@example.com', 'unconfirmed@example.com']) await signUp(email);
    const texts = await readMailFolder(shop);
    const stopLink = (email: string) => {
      const text = texts.find((one) => one.includes(`\nTo: ${email}\n`));
      return /List-Unsubscribe: <https:\/\/shop\.test(\S+)>/.exec(text ?? '')?.[1] ?? '';
    };
    for (const email of ['lan@example.com', '=evil@example.com'])
      await shop.request('POST', stopLink(email).replace('stop', 'confirm'));
    const list = async () => (await shop.call('downloadNewsletter', { token })).raw.toString();
    expect(await list()).toMatch(
      /^\uFEFF"Email","Agreed on"\r\n"lan@example\.com","\d{4}-\d\d-\d\d"\r\n"'=evil@example\.com","/,
    );
    expect((await shop.call('getAlertSettings', { token })).body).toMatchObject({ open: 0, readers: 2 });
    shop.passTime(16 * 60_000);
    expect((await shop.call('downloadNewsletter', { token })).body).toMatchObject({ code: 'confirm' });
    const vera = await shop.admin('Vera', 'staff');
    expect((await shop.call('downloadNewsletter', { token: vera.token })).status).toBe(403);
    await shop.request('POST', stopLink('lan@example.com'));
    expect((await shop.call('getAlertSettings', { token })).body.readers).toBe(1);
  });

  it('is listed in the account, where it can be ended, and does not count blocked accounts as readers', async () => {
    const { token } = await shop.admin('Mai');
    await shop.call('updateAlertSettings', { token, body: { newsletter: true } });
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ email_confirmed_at: 1 }).where('id', 'in', [anna.id, ben.id]).execute(),
    );
    for (const person of [anna, ben])
      expect((await shop.call('addAlert', { token: person.token, body: { newsletter: true } })).body.state).toBe('on');
    const readers = async () => (await shop.call('getAlertSettings', { token })).body.readers;
    expect(await readers()).toBe(2);
    await shop.shop.database.write((tx) =>
      tx.updateTable('users').set({ blocked_at: 1 }).where('id', '=', ben.id).execute(),
    );
    expect(await readers()).toBe(1);
    const listed = (await shop.call('listAlerts', { token: anna.token, query: { page: 1, pageSize: 20 } })).body;
    expect(listed).toMatchObject({ total: 1, alerts: [{ kind: 'newsletter', name: 'Our newsletter' }] });
    const id = listed.alerts[0]?.id ?? '';
    expect((await shop.call('stopAlert', { token: anna.token, params: { id } })).status).toBe(200);
    expect(await readers()).toBe(0);
  });
});
