import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('An owner offers bank transfers: what is missing is named, nothing unsaved is lost, and buyers can choose them', async ({
  owner,
}) => {
  const { main, page, visitor } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  await owner.opensPanel('/admin/settings');
  await expect(page).toHaveURL('/admin/settings/payments');
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

  await test.step('what is saved is offered at once', async () => {
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
