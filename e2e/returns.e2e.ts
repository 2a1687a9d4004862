import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { Owner } from './owner.ts';
import { test } from './test.ts';

test('A buyer asks to return a piece, and the owner approves, receives and refunds it', async ({
  visitor,
  anotherVisitor,
  adminApi,
  shop,
}) => {
  const buyer = await adminApi.addsCustomer('Dee');
  const order = await adminApi.sells(await adminApi.addsListing('Too dark', { price: 640 }), buyer);
  await visitor.startsSignedInAs(buyer);
  const details = visitor.account.order(order).getByRole('region', { name: `Details of order ${order.id}` });
  const dialog = visitor.page.getByRole('dialog', { name: 'Return a Piece' });

  await test.step('no return is offered until the owner sets for how many days', async () => {
    await visitor.opens(`/account?order=${order.id}`);
    await expect(details).toContainText('History');
    await expect(details.getByRole('heading', { name: 'Returns' })).toBeHidden();
    await adminApi.changesPolicies({ returnDays: 14 });
    await visitor.reloads();
  });

  await test.step('the buyer says which piece and why', async () => {
    await details.getByRole('button', { name: 'Return a Piece' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Too dark' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Ask for the Return' }).click();
    await expect(dialog.getByLabel('Why')).toBeFocused();
    await dialog.getByLabel('Why').fill('It is darker than in the photographs.');
    await visitor.page.keyboard.press('Escape');
    await visitor.page.getByRole('button', { name: 'Keep Editing' }).click();
    await expect(dialog.getByLabel('Why')).toHaveValue('It is darker than in the photographs.');
    await expectNoViolations(visitor.page);
    await dialog.getByRole('button', { name: 'Ask for the Return' }).click();
    await expect(details).toContainText('We answer by email.');
    await expectNoViolations(visitor.page);
  });

  const owner = new Owner(await anotherVisitor(), shop);
  const { main } = owner;
  await test.step('the owner finds the return on the dashboard, approves it and refunds it', async () => {
    await owner.opensPanel();
    const need = main.getByRole('listitem').filter({ hasText: `The buyer of ${order.id} asks to return a piece` });
    await need.getByRole('link', { name: 'Answer' }).click();
    await expect(main).toContainText('It is darker than in the photographs.');
    await expectNoViolations(owner.page);
    await main.getByRole('button', { name: 'Approve' }).click();
    const question = owner.question('Approve the return');
    await question.getByRole('textbox').fill('To 12 Lotus Street, please.');
    await question.getByRole('button', { name: 'Approve' }).click();
    await main.getByRole('button', { name: 'It has arrived' }).click();
    await owner.question('The pieces have arrived').getByRole('button', { name: 'It has arrived' }).click();
    await main.getByRole('button', { name: 'Close' }).click();
    const closing = owner.question('Close the return');
    await expect(closing.getByLabel('Amount')).toHaveValue('640');
    await closing.getByRole('checkbox', { name: 'Back on sale' }).check();
    await expectNoViolations(owner.page);
    await closing.getByRole('button', { name: 'Close' }).click();
    await expect(main.getByText('Cancelled').first()).toBeVisible();
  });

  await test.step('the list of returns shows it as closed and can be filtered by state', async () => {
    await owner.opensPanel('/admin/orders');
    await main.getByRole('link', { name: 'Returns' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
    const row = main.getByRole('row').filter({ hasText: 'Too dark' });
    await expect(row).toContainText('Closed');
    await expectNoViolations(owner.page);
    await main.getByRole('combobox', { name: 'State' }).selectOption('Requested');
    await expect(row).toBeHidden();
  });

  await visitor.reloads();
  await expect(details).toContainText('$640.00 was refunded.');
  await expect(details).toContainText('To 12 Lotus Street, please.');
  await adminApi.changesPolicies({ returnDays: 0 });
});
