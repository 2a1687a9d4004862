import { expect, it } from 'vitest';
import { paymentSettingDefaults } from '#contract/settings.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const account = { accountName: 'Vàng Son Lacquer Pty Ltd', bsb: '062-000', accountNumber: '1048 2297' };

onEachEngine('The settings of payments by bank', (shop) => {
  const read = async (token: string) => (await shop.call('getPaymentSettings', { token })).body.settings;
  const change = (token: string, body: object) => shop.call('updatePaymentSettings', { token, body });

  it('are off and empty until an owner changes them', async () => {
    const linh = await shop.admin('Linh');
    expect(await read(linh.token)).toEqual(paymentSettingDefaults);
  });

  it('keep the fields that a change does not name, and record the change in the audit', async () => {
    const linh = await shop.admin('Linh');
    expect(await change(linh.token, { ...account, transfer: true })).toMatchObject({ status: 200 });
    await change(linh.token, { reserveDays: 5 });
    const kept = { transfer: true, bsb: '062000', accountNumber: '10482297', reserveDays: 5 };
    expect(await read(linh.token)).toMatchObject(kept);
    const { body } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(body.entries[0]).toMatchObject({
      action: 'payment settings changed',
      subject: 'payments',
      before: { reserveDays: 3 },
      after: { reserveDays: 5 },
    });
  });

  it('keep both changes of two admins at the same time', async () => {
    const linh = await shop.admin('Linh');
    await Promise.all([change(linh.token, account), change(linh.token, { payId: 'pay@gallery.example' })]);
    expect(await read(linh.token)).toMatchObject({ bsb: '062000', payId: 'pay@gallery.example' });
  });

  it('refuse transfers without the account that receives them, and name what is missing', async () => {
    const linh = await shop.admin('Linh');
    const refused = await change(linh.token, { transfer: true, bsb: '062000' });
    expect(refused).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'accountName' }, { path: 'accountNumber' }] },
    });
    expect(await read(linh.token)).toEqual(paymentSettingDefaults);
  });

  it.each([
    ['a BSB with five digits', { bsb: '062-00' }],
    ['a biller code with letters', { billerCode: '48a910' }],
    ['one and a half days', { reserveDays: 1.5 }],
    ['a rule that BPAY does not have', { crnRule: 'MOD11' }],
    ['a maximum of zero', { transferMaximum: 0 }],
  ])('refuse %s', async (_what, body) => {
    const linh = await shop.admin('Linh');
    const [path] = Object.keys(body);
    expect(await change(linh.token, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it('need a recent password to be changed', async () => {
    const linh = await shop.admin('Linh');
    shop.passTime(16 * 60_000);
    expect(await change(linh.token, { reserveDays: 5 })).toMatchObject({ status: 403, body: { code: 'confirm' } });
    expect((await shop.call('getPaymentSettings', { token: linh.token })).status).toBe(200);
  });
});
