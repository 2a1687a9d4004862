import { expect, it } from 'vitest';
import { taxSettingDefaults } from '#contract/tax.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The tax settings', (shop) => {
  const read = async (token: string) => (await shop.call('getTaxSettings', { token })).body.settings;
  const change = (token: string, body: object) => shop.call('updateTaxSettings', { token, body });

  it('are those of a shop that is not registered, until an owner changes them', async () => {
    const linh = await shop.admin('Linh');
    expect(await read(linh.token)).toEqual(taxSettingDefaults);
    const changed = await change(linh.token, { registered: true, abn: ' 51 824 753 556 ', words: 'Thank you.' });
    const settings = { registered: true, abn: '51824753556', words: 'Thank you.' };
    expect(changed).toMatchObject({ status: 200, body: { settings } });
    expect(await read(linh.token)).toEqual(settings);
    const { body } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(body.entries[0]).toMatchObject({ action: 'tax settings changed', subject: 'tax' });
  });

  it('refuse a wrong ABN, no ABN, and words that refuse refunds, each at its field', async () => {
    const linh = await shop.admin('Linh');
    const refusedAt = (path: string) => ({
      status: 400,
      body: { issues: [{ path, message: expect.stringMatching(/\w/) }] },
    });
    expect(await change(linh.token, { abn: '51 824 753 557' })).toMatchObject(refusedAt('abn'));
    expect(await change(linh.token, { registered: true })).toMatchObject(refusedAt('abn'));
    expect(await change(linh.token, { words: 'No refunds.' })).toMatchObject(refusedAt('words'));
    expect(await change(linh.token, { registered: 'yes' })).toMatchObject(refusedAt('registered'));
    await change(linh.token, { registered: true, abn: '51824753556' });
    expect(await change(linh.token, { abn: '' })).toMatchObject(refusedAt('abn'));
    expect(await read(linh.token)).toMatchObject({ registered: true, abn: '51824753556' });
  });

  it('refuse a change that expects a value which somebody else has replaced', async () => {
    const linh = await shop.admin('Linh');
    await change(linh.token, { words: 'Theirs.' });
    expect(await change(linh.token, { words: 'Mine.', expected: { words: '' } })).toMatchObject({ status: 409 });
    expect(await read(linh.token)).toMatchObject({ words: 'Theirs.' });
  });
});

onEachEngine(
  'The tax settings of a shop that sells in dong',
  (shop) => {
    it('refuse a registration for GST', async () => {
      const { token } = await shop.admin('Linh');
      const body = { registered: true, abn: '51824753556' };
      expect(await shop.call('updateTaxSettings', { token, body })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'registered', message: expect.stringContaining('VND') }] },
      });
    });
  },
  { SHOP_CURRENCY: 'VND' },
);
