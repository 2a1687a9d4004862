import { expect, type Locator } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import type { Customer } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

test('A piece is added and one removed; the difference is shown before it is saved, and on the invoice', async ({
  shopper,
  shopkeeper,
  anotherShopper,
}) => {
  const { page, account } = shopper;
  const { editor } = account;
  const customer = await shopkeeper.registersCustomer('Mo');
  const [given, taken] = [
    await shopkeeper.hangsPiece('Given up', { price: 1250 }),
    await shopkeeper.hangsPiece('Taken instead', { price: 2000.5 }),
  ];
  const order = await shopkeeper.sells(given, customer);
  const card = account.order(order);
  const bystander = await anotherShopper();
  await bystander.opensHome();
  await opensEditor(shopper, customer, order);
  const [remove, keep] = ['Remove', 'Keep'].map((word) =>
    editor.getByRole('button', { name: `${word} ${given.name}` }),
  );
  const save = editor.getByRole('button', { name: 'Save Changes' });

  await test.step('every choice says what it costs', async () => {
    await sees(editor, 'New total $1,250.00');
    await expect(save).toBeDisabled();
    await editor.getByRole('checkbox', { name: taken.name }).check();
    await sees(editor, 'New total $3,250.50', '$2,000.50 will be charged');
    await remove?.click();
    await sees(editor, 'New total $2,000.50', '$750.50 will be charged');
    await editor.getByRole('checkbox', { name: taken.name }).uncheck();
    await sees(editor, 'An order needs at least one piece. Cancel the order instead.');
    await expect(save).toBeDisabled();
    await keep?.click();
    await expect(save).toBeDisabled();
    await editor.getByRole('checkbox', { name: taken.name }).check();
    await remove?.click();
  });

  await test.step('nothing chosen is lost by a stray key', async () => {
    await page.keyboard.press('Escape');
    await account.answers('Discard your changes?', 'Keep Editing');
    await sees(editor, '$750.50 will be charged');
  });

  await test.step('saving is said, and shown on every page', async () => {
    await save.click();
    await account.isTold('Order updated successfully!');
    await expect(editor).toBeHidden();
    await expect(card.getByRole('listitem').getByRole('link')).toHaveText(taken.name);
    await expect(card).toContainText('$2,000.50');
    await expect(card.getByRole('button', { name: 'Modify Order' })).toBeFocused();
    await expect(bystander.card(taken.name)).toContainText('SOLD');
    await expect(bystander.card(given.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  });

  await test.step('payments, history and invoice tell of it', async () => {
    await card.getByRole('link', { name: 'Order Details' }).click();
    await expect(card.getByRole('definition').filter({ hasText: '$750.50' })).toBeVisible();
    const sentence = `Order modified: added ${taken.name}; removed ${given.name}; $750.50 charged`;
    await expect(card.getByRole('region')).toContainText(sentence);
    const { text } = await account.downloadsInvoice(card);
    for (const words of [taken.name, '$2,000.50', '$1,250.00', '$750.50']) expect(text).toContain(words);
    expect(text).not.toContain(given.name);
  });

  await test.step('a cheaper order is refunded', async () => {
    await card.getByRole('button', { name: 'Modify Order' }).click();
    await editor.getByRole('checkbox', { name: given.name }).check();
    await editor.getByRole('button', { name: `Remove ${taken.name}` }).click();
    await sees(editor, '$750.50 will be refunded');
    await save.click();
    await expect(editor).toBeHidden();
    await expect(card.getByRole('region')).toContainText('$750.50 refunded');
  });
});

test('A piece that another took meanwhile is named, and the rest stays chosen', async ({ shopper, shopkeeper }) => {
  const { account } = shopper;
  const { editor } = account;
  const [customer, quicker] = [await shopkeeper.registersCustomer('Slow'), await shopkeeper.registersCustomer('Quick')];
  const [own, wanted, lost] = [
    await shopkeeper.hangsPiece('Own already'),
    await shopkeeper.hangsPiece('Wanted as well', { price: 300 }),
    await shopkeeper.hangsPiece('Lost meanwhile', { price: 70 }),
  ];
  const order = await shopkeeper.sells(own, customer);
  await opensEditor(shopper, customer, order);
  for (const { name } of [wanted, lost]) await editor.getByRole('checkbox', { name }).check();
  await sees(editor, '$370.00 will be charged');

  await shopkeeper.sells(lost, quicker);
  shopper.willBeRefused(`/api/orders/${order.id}`, 409);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('alert')).toHaveText(`Failed to update order: '${lost.name}' has been sold`);
  await expect(editor.getByRole('checkbox', { name: lost.name })).toHaveCount(0);
  await expect(editor.getByRole('checkbox', { name: wanted.name })).toBeChecked();
  await sees(editor, 'New total $1,550.00', '$300.00 will be charged');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await account.isTold('Order updated successfully!');
  await expect(account.order(order).getByRole('listitem').getByRole('link')).toHaveText([own.name, wanted.name]);
});

test('Where nothing can be added, that is said', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Too Late');
  const order = await shopkeeper.sells(await shopkeeper.hangsPiece('The only one'), customer);
  await page.route('**/api/pieces', (route) => route.fulfill({ json: { success: true, pieces: [] } }));
  await opensEditor(shopper, customer, order);
  await expect(account.editor).toContainText('No pieces available');
  await account.editor.getByRole('button', { name: 'Close' }).click();
  await expect(account.editor).toBeHidden();
});

/** The difference, announced whenever it changes. */
async function sees(editor: Locator, ...words: readonly string[]): Promise<void> {
  const total = editor.getByRole('status').filter({ hasText: 'New total' });
  for (const part of words) await expect(total).toContainText(part);
}

async function opensEditor(shopper: Shopper, customer: Customer, order: Order): Promise<void> {
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opens('/account');
  await shopper.account.order(order).getByRole('button', { name: 'Modify Order' }).click();
  await expect(shopper.account.editor).toBeVisible();
}
