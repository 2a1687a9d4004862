import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test as base, type Owner } from './owner.ts';
import { shopFixture } from './shop.ts';

/**
 * The tests of this file have a shop of their own, because they offer transfers to every buyer. With `RATE_LIMITS=off` buyers need no
 * confirmed email address for a transfer.
 */
const test = base.extend({
  shop: shopFixture({ settings: { RATE_LIMITS: 'off' } }),
});

test('An owner offers bank transfers: a wrong BSB is refused, unsaved changes are not lost, and the shop then offers them', async ({
  owner,
}) => {
  const { main, page, visitor } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  await owner.opensPanel('/admin/settings/payments');
  await expect(bar).toBeHidden();
  await main.getByRole('checkbox', { name: /^Bank transfer and BPAY/ }).check();
  await main.getByLabel('BSB').fill('062-00');
  await expect(bar).toContainText('Not saved yet: Bank transfer and BPAY, BSB.');

  await test.step('leaving asks first', async () => {
    await owner.navigation.getByRole('link', { name: 'Holds' }).click();
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  });

  await test.step('a refused field has the focus and its reason', async () => {
    visitor.expectsFailure('/api/admin/settings/payments', 400);
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await expect(main.getByLabel('BSB')).toBeFocused();
    await expect(main.getByLabel('BSB')).toHaveAccessibleDescription('A BSB has six digits, like 062-000.');
    await expectNoViolations(page);
  });

  await test.step('after saving the shop offers bank transfers at once', async () => {
    await main.getByLabel('Account name').fill('Vàng Son');
    await main.getByLabel('BSB').fill('062 000');
    await main.getByLabel('Account number').fill('1048 2297');
    await main.getByLabel('Biller code').fill('482910');
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await expect(bar).toBeHidden();
    await expect(main).toBeFocused();
    await visitor.reloads();
    await expect(main.getByLabel('BSB')).toHaveValue('062-000');
    const shop = await page.request.get('/api/shop');
    expect(await shop.json()).toMatchObject({ payments: { methods: expect.arrayContaining(['transfer']) } });
  });
});

test('An owner matches a bank statement with orders: exact sums with one click, others by choice, none twice', async ({
  owner,
  adminApi,
}) => {
  const { main, page } = owner;
  await owner.opensPanel('/admin/orders');
  const account = { accountName: 'Vàng Son', bsb: '062000', accountNumber: '10482297' };
  await adminApi.changesPaymentSettings({ transfer: true, ...account });
  /** Returns the id of a new order that waits for a transfer. */
  const addsOrder = async (name: string, price: number) => {
    const listing = await adminApi.addsListing(`Piece of ${name}`, { price });
    return (await adminApi.beginsPayment(listing, await adminApi.addsCustomer(name), 'transfer')).orderId;
  };
  const [annasOrder, bensOrder] = [await addsOrder('Anna Lê', 3200), await addsOrder('Ben Trần', 100)];
  const statement = [
    `23/11/2026,3200.00,OSKO ${annasOrder}`,
    `23/11/2026,90.00,${bensOrder} PART`,
    '22/11/2026,55.00,SOMEBODY',
  ];
  const waiting = main.getByRole('region', { name: /^Orders that wait/ });

  await test.step('the page is reached from Orders and lists the unpaid orders', async () => {
    await owner.visitor.reloads();
    await main.getByRole('link', { name: 'Match a bank statement' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Match a bank statement' })).toBeVisible();
    await expect(waiting.getByRole('row').filter({ hasText: annasOrder })).toContainText('$3,200.00');
    await uploads(owner, 'statement.pdf', []);
    await expect(main.getByRole('alert')).toContainText('statement.pdf is not a CSV file.');
  });

  await test.step('the exact sum is matched by one click', async () => {
    await uploads(owner, 'november.csv', statement);
    const summary = 'november.csv: 3 rows that add money. 1 matched, 1 to choose, 1 unknown.';
    await expect(main.getByRole('status').filter({ hasText: summary })).toBeVisible();
    await expectNoViolations(page);
    await owner
      .row(`OSKO ${annasOrder}`)
      .getByRole('button', { name: /^Match/ })
      .click();
    await expect(main.getByText(`Recorded for ${annasOrder}. The order is paid.`)).toBeFocused();
    await expect(waiting.getByRole('row').filter({ hasText: annasOrder })).toBeHidden();
  });

  await test.step('another sum is matched after the owner chose the order', async () => {
    const row = owner.row(`${bensOrder} PART`);
    await expect(row.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(row.getByRole('button', { name: /^Match/ })).toBeDisabled();
    await row.getByRole('button', { name: 'Another order' }).click();
    await expect(row.getByRole('searchbox')).toBeFocused();
    await row.getByRole('radio', { name: /\$10\.00 less than is left/ }).check();
    await row.getByRole('button', { name: /^Match/ }).click();
    await expect(row).toContainText('The rest of the order stays open.');
    await expect(waiting.getByRole('row').filter({ hasText: bensOrder })).toContainText('$10.00 of $100.00');
  });

  await test.step('for a row without a reference an order is found by name, and the row is put aside', async () => {
    const row = owner.row('SOMEBODY');
    await row.getByRole('searchbox', { name: 'Find an unpaid order' }).fill('trần');
    await row.getByRole('radio', { name: /\$45\.00 more than is left/ }).check();
    await row.getByRole('button', { name: /^Not for the shop/ }).click();
    await expect(row).toContainText('Put aside.');
  });

  await test.step('rows that are uploaded again change nothing, and a second payment of the same order is reported', async () => {
    await uploads(owner, 'again.csv', statement);
    await expect(main.getByText('again.csv: every row is known already. Nothing has changed.')).toBeVisible();
    await expect(main.getByText('No row waits to be matched.')).toBeVisible();
    await uploads(owner, 'december.csv', [`01/12/2026,3200.00,AGAIN ${annasOrder}`]);
    await expect(owner.row(`AGAIN ${annasOrder}`)).toContainText('Paid already: this money came twice.');
    await main.getByLabel('Show rows').selectOption('Recorded');
    await expect(owner.row(`OSKO ${annasOrder}`).getByRole('link')).toHaveAttribute(
      'href',
      `/admin/orders/${annasOrder}`,
    );
    await main.getByLabel('Show rows').selectOption('Not for the shop');
    await owner
      .row('SOMEBODY')
      .getByRole('button', { name: /^Bring back/ })
      .click();
    await expect(owner.row('SOMEBODY')).toContainText('Brought back.');
  });
});

async function uploads({ main }: Owner, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['Date,Amount,Description', ...lines].join('\n'));
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/pdf';
  await main.getByLabel('Statement of the bank').setInputFiles({ name, mimeType, buffer });
}
