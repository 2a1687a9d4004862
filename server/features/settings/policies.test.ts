import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { policyNames } from '#contract/policies.ts';
import { policySettingDefaults } from '#contract/settings.ts';
import { createPageServices } from '#server/page-services.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

onEachEngine('The texts about the shop', (shop) => {
  const read = async (token: string) => (await shop.call('getPolicySettings', { token })).body;
  const change = (token: string, body: object) => shop.call('updatePolicySettings', { token, body });

  it('are empty until an owner saves them, one by one, and are in the audit', async () => {
    const linh = await shop.admin('Linh');
    expect((await read(linh.token)).settings).toEqual(policySettingDefaults);
    await change(linh.token, { terms: '## Terms\r\n\nOurs. ' });
    await change(linh.token, { privacy: 'We keep little.' });
    const saved = { delivery: '', returns: '', privacy: 'We keep little.', terms: '## Terms\n\nOurs.', returnDays: 0 };
    expect((await read(linh.token)).settings).toEqual(saved);
    const { body } = await shop.call('listAuditEntries', { token: linh.token, query: {} });
    expect(body.entries[1]).toMatchObject({ action: 'policy settings changed', subject: 'policies' });
  });

  it('have first texts that can be saved as they are and are shown without Markdown signs', async () => {
    const linh = await shop.admin('Linh');
    const { firstTexts } = await read(linh.token);
    expect(await change(linh.token, firstTexts)).toMatchObject({ status: 200, body: { settings: firstTexts } });
    for (const name of policyNames) {
      const { body } = await shop.call('previewPolicy', { token: linh.token, body: { text: firstTexts[name] } });
      expect(body.content[0]).toMatchObject({ kind: 'heading', level: 2 });
      expect(JSON.stringify(body.content)).not.toMatch(/\*\*|##|\]\(/);
    }
    expect(firstTexts.delivery).toContain('Where it shows none, we agree on delivery with you.');
  });

  it('name the zones and rates of delivery as they are set, below the owner’s words, and none without zones', async () => {
    const linh = await shop.admin('Linh');
    const pages = createPageServices(shop.shop);
    await change(linh.token, { delivery: 'We pack with care.', returns: 'Write to us.' });
    const words = async (name: string) => {
      const policy = await pages.policy(name);
      return JSON.stringify([policy?.content, policy?.rates]);
    };
    const own = await words('delivery');
    expect(own).not.toContain('Zones');
    const zone = {
      id: 'sydney',
      name: 'Sydney',
      countries: ['AU'],
      states: ['NSW' as const],
      postcodes: '2000-2249',
      rates: { small: 25, medium: 0, large: null },
      freeOver: 500,
      daysFrom: 1,
      daysTo: 3,
      insured: true,
      note: 'By our own van.',
    };
    const save = (body: object) => shop.call('updateDeliverySettings', { token: linh.token, body });
    expect((await save({ zones: [zone] })).status).toBe(200);
    const set = await words('delivery');
    expect(set).toContain('We pack with care.');
    expect(set).toContain('Sydney');
    expect(set).toContain(' (NSW, postcodes 2000-2249)');
    expect(set).toContain(
      'Small $25.00, Medium free, Large ask us. Free from $500.00. 1 to 3 working days on the way. Insured.',
    );
    expect(await words('returns')).not.toContain('Sydney');
    await save({ zones: [{ ...zone, rates: { ...zone.rates, small: 30 } }] });
    expect(await words('delivery')).toContain('Small $30.00');
    expect(await words('delivery')).not.toContain('collect');
    await save({ zones: [{ ...zone, daysFrom: 0, daysTo: 0 }] });
    expect(await words('delivery')).toContain('Free from $500.00. Insured.');
    await save({
      zones: [{ ...zone, name: 'Australia', states: [], postcodes: '' }],
      pickup: true,
      pickupAddress: '8 Wharf Lane',
    });
    expect(await words('delivery')).not.toContain('(Australia)');
    expect(await words('delivery')).toContain('You can also collect your piece yourself, free of charge.');
    await save({ zones: [], pickup: false });
    expect(await words('delivery')).toBe(own);
  });

  it('may not say that there are no refunds, except for change of mind', async () => {
    const linh = await shop.admin('Linh');
    for (const terms of unlawful)
      expect([terms, await change(linh.token, { terms })]).toMatchObject([
        terms,
        { status: 400, body: { issues: [{ path: 'terms', message: expect.stringContaining('Consumer Law') }] } },
      ]);
    for (const returns of lawful)
      expect([returns, await change(linh.token, { returns })]).toMatchObject([returns, { status: 200 }]);
  });

  it('keep two changes made at the same time, and refuse one that expects an earlier text', async () => {
    const linh = await shop.admin('Linh');
    await Promise.all([change(linh.token, { terms: 'Ours.' }), change(linh.token, { privacy: 'Yours.' })]);
    expect((await read(linh.token)).settings).toMatchObject({ terms: 'Ours.', privacy: 'Yours.' });
    const late = await change(linh.token, { terms: 'Mine.', expected: { terms: '' } });
    expect(late).toMatchObject({ status: 409 });
    expect((await read(linh.token)).settings).toMatchObject({ terms: 'Ours.' });
  });

  it('have a greatest length', async () => {
    const linh = await shop.admin('Linh');
    const text = 'ữ'.repeat(limits.longText);
    const body = Object.fromEntries(policyNames.map((name) => [name, text]));
    expect((await change(linh.token, { ...body, expected: policySettingDefaults })).status).toBe(200);
    expect(await change(linh.token, { terms: `${text}a` })).toMatchObject({ status: 400 });
    expect(await preview(shop, linh.token, `${text}a`)).toMatchObject({ status: 400 });
  });

  it('are read by viewers and previewed by owners alone', async () => {
    const linh = await shop.admin('Linh');
    const vera = await shop.admin('Vera', 'viewer');
    expect((await shop.call('getPolicySettings', { token: vera.token })).status).toBe(200);
    expect(await change(vera.token, { terms: 'x' })).toMatchObject({ status: 403 });
    expect(await preview(shop, vera.token, 'x')).toMatchObject({ status: 403 });
    const shown = await preview(shop, linh.token, '- [x](javascript:alert(1))\n- <b>bold</b>');
    const items = ['[x](javascript:alert(1))', '<b>bold</b>'].map((text) => [
      { kind: 'paragraph', spans: [{ kind: 'text', text }] },
    ]);
    expect(shown).toMatchObject({ status: 200, body: { content: [{ kind: 'list', start: null, items }] } });
  });
});

const preview = (shop: TestShop, token: string, text: string) => shop.call('previewPolicy', { token, body: { text } });

const unlawful = [
  'No refunds.',
  'Please note: NO  RETURNS or refunds on sale items',
  '**No** refunds',
  'no\nrefunds',
  'There are no&nbsp;refunds',
  'no exchanges or refunds',
  'We do not give refunds.',
  'We don’t offer a refund',
  'We can’t refund anything',
  'Refunds are not given.',
  'All sales are final!',
  'Exchange or credit only',
  '- No refund for change of mind.\n- No refunds',
  'No refunds, even for change of mind or faults',
  'no re\u00ADfunds',
];

const lawful = [
  'No refund for change of mind.',
  'We do not give refunds if you change your mind.',
  'There is no doubt: refunds are paid within a week.',
  'You are entitled to a refund. We do not charge for it.',
  'Returns: write to us first. We answer within a day.',
  'We take Visa and Mastercard, credit or debit only.',
];
