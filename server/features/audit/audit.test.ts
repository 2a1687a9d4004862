import { expect, it } from 'vitest';
import { readMailFolder } from '#server/testing/mail-folder.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

onEachEngine('The audit record', (shop) => {
  const entries = async (token: string, query = {}) =>
    (await shop.call('listAuditEntries', { token, query })).body.entries;
  const change = (token: string, body: { name?: string; email?: string; currentPassword?: string }) =>
    shop.call('updateProfile', { token, body });

  it('has the names and emails of the time of the change', async () => {
    const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
    const body = { isAdmin: true };
    await shop.call('setAdmin', { token: linh.token, params: { id: anna.id }, body });
    await change(linh.token, { name: 'Linh Nguyễn', email: 'linh@gallery.example', currentPassword: 'secret1' });
    await change(anna.token, { name: 'Anne', email: 'anne@example.com', currentPassword: 'secret1' });
    const granted = { adminName: 'Linh', adminEmail: linh.email, subjectName: 'Anna', subjectEmail: anna.email };
    expect((await entries(linh.token, { q: 'granted' }))[0]).toMatchObject(granted);

    await shop.call('deleteUser', { token: linh.token, params: { id: anna.id } });
    expect((await entries(linh.token, { q: 'deleted' }))[0]).toMatchObject({
      adminName: 'Linh Nguyễn',
      adminEmail: 'linh@gallery.example',
      subjectName: 'Anne',
      subjectEmail: 'anne@example.com',
    });
    expect((await entries(linh.token, { q: 'granted' }))[0]).toMatchObject(granted);
  });

  it('can be searched by the people in it, whatever the case', async () => {
    const [linh, anna] = [await shop.admin('Lệ Thu'), await shop.customer('Anna')];
    await shop.call('setAdmin', { token: linh.token, params: { id: anna.id }, body: { isAdmin: true } });
    const actions = async (q: string) => (await entries(linh.token, { q })).map(({ action }) => action);
    expect(await actions('LỆ THU')).toEqual(['admin rights granted']);
    expect(await actions('ANNA@')).toEqual(['admin rights granted']);
    expect(await actions('somebody else')).toEqual([]);
  });

  it('has a customer’s change of email, and an admin’s changes of email and password', async () => {
    const [linh, anna] = [await shop.admin('Linh'), await shop.customer('Anna')];
    await change(anna.token, { email: 'anne@example.com', currentPassword: 'secret1' });
    const passwords = { currentPassword: 'secret1', newPassword: 'secret2' };
    await shop.call('changePassword', { token: anna.token, body: passwords });
    await change(linh.token, { name: 'Linh Nguyễn' });
    const [changed, ...others] = await entries(linh.token);
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      action: 'own email changed',
      adminId: anna.id,
      before: { email: anna.email },
      after: { email: 'anne@example.com' },
    });

    shop.passTime(1_000);
    await change(linh.token, { email: 'linh@gallery.example', currentPassword: 'secret1' });
    shop.passTime(1_000);
    await shop.call('changePassword', { token: linh.token, body: passwords });
    const [password, email] = await entries(linh.token);
    expect(email).toMatchObject({
      action: 'own email changed',
      adminName: 'Linh Nguyễn',
      adminEmail: linh.email,
      subject: linh.id,
      before: { email: linh.email },
      after: { email: 'linh@gallery.example' },
    });
    const own = { action: 'own password changed', adminEmail: 'linh@gallery.example', before: null, after: null };
    expect(password).toMatchObject(own);
  });

  it('has an admin’s password reset by email', async () => {
    const linh = await shop.admin('Linh');
    await shop.call('forgotPassword', { body: { email: linh.email } });
    const { database } = shop.shop;
    const [reset] = await emailsOf(shop);
    const token = /#([\w-]+)/.exec(reset ?? '')?.[1] ?? '';
    expect((await shop.call('resetPassword', { body: { token, newPassword: 'secret2' } })).status).toBe(200);
    const rows = await database.read.selectFrom('audit_entries').selectAll().execute();
    expect(rows).toMatchObject([{ action: 'own password reset by letter', admin_name: 'Linh', subject: linh.id }]);
  });

  it('has the buyer of a hold that an admin released', async () => {
    const [linh, anna, tray] = [await shop.admin('Linh'), await shop.customer('Anna'), await shop.listing('Carp Tray')];
    await shop.call('holdPieces', { token: anna.token, body: { listingIds: [tray.id] } });
    await shop.call('releaseHold', { token: linh.token, params: { id: tray.id } });
    const [released] = await entries(linh.token, { q: 'hold released' });
    expect(released?.before).toEqual({ buyer: `Anna (${anna.email})` });
  });
});

/** The emails of the shop, except those that confirm an address. */
async function emailsOf(shop: TestShop): Promise<string[]> {
  return (await readMailFolder(shop)).filter((email) => !email.includes('Subject: Confirm your email address'));
}
