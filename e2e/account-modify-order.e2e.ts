import { expect, type Locator } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import type { Customer } from './admin-api.ts';
import { boxOf } from './layout.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

test('A customer adds one piece to an order and removes another; the difference is shown before saving and on the invoice', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { page, account } = visitor;
  const { editor } = account;
  const customer = await adminApi.addsCustomer('Mo');
  const removed = await adminApi.addsListing('Given up', { price: 1250 });
  const added = await adminApi.addsListing('Taken instead', { price: 2000.5 });
  const order = await adminApi.sells(removed, customer);
  const card = account.order(order);
  const observer = await anotherVisitor();
  await observer.opensHome();
  await signsInAndOpensEditor(visitor, customer, order);
  const remove = editor.getByRole('button', { name: `Remove ${removed.name}` });
  const keep = editor.getByRole('button', { name: `Keep ${removed.name}` });
  const save = editor.getByRole('button', { name: 'Save Changes' });

  await test.step('every change shows the new total', async () => {
    await seesSummary(editor, 'New total $1,250.00');
    await expect(save).toBeDisabled();
    await editor.getByRole('checkbox', { name: added.name }).check();
    await seesSummary(editor, 'New total $3,250.50', '$2,000.50 will be charged');
    await remove.click();
    await seesSummary(editor, 'New total $2,000.50', '$750.50 will be charged');
    await editor.getByRole('checkbox', { name: added.name }).uncheck();
    await seesSummary(editor, 'An order needs at least one piece. Cancel the order instead.');
    await expect(save).toBeDisabled();
    await keep.click();
    await expect(save).toBeDisabled();
    await editor.getByRole('checkbox', { name: added.name }).check();
    await remove.click();
  });

  await test.step('Escape asks before it discards the changes', async () => {
    await page.keyboard.press('Escape');
    await account.answers('Discard your changes?', 'Keep Editing');
    await seesSummary(editor, '$750.50 will be charged');
  });

  await test.step('the changes are saved, and the order and the collection show them', async () => {
    await save.click();
    await account.seesStatus('Order updated successfully!');
    await expect(editor).toBeHidden();
    await expect(card.getByRole('listitem').getByRole('link')).toHaveText(added.name);
    await expect(card).toContainText('$2,000.50');
    await expect(card.getByRole('button', { name: 'Modify Order' })).toBeFocused();
    await expect(observer.card(added.name)).toContainText('SOLD');
    await expect(observer.card(removed.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  });

  await test.step('payments, history and invoice contain the change', async () => {
    await card.getByRole('link', { name: 'Order Details' }).click();
    await expect(card.getByRole('definition').filter({ hasText: '$750.50' })).toBeVisible();
    const sentence = `Order modified: added ${added.name}; removed ${removed.name}; $750.50 charged`;
    await expect(card.getByRole('region')).toContainText(sentence);
    const { text } = await account.downloadsInvoice(card);
    for (const words of [added.name, '$2,000.50', '$1,250.00', '$750.50']) expect(text).toContain(words);
    expect(text).not.toContain(removed.name);
  });

  await test.step('the difference of a cheaper order is refunded', async () => {
    await card.getByRole('button', { name: 'Modify Order' }).click();
    await editor.getByRole('checkbox', { name: removed.name }).check();
    await editor.getByRole('button', { name: `Remove ${added.name}` }).click();
    await seesSummary(editor, '$750.50 will be refunded');
    await save.click();
    await expect(editor).toBeHidden();
    await expect(card.getByRole('region')).toContainText('$750.50 refunded');
  });
});

test('The editor names a piece that another customer bought in the meantime and keeps the rest selected', async ({
  visitor,
  adminApi,
}) => {
  const { account } = visitor;
  const { editor } = account;
  const [customer, quicker] = [await adminApi.addsCustomer('Slow'), await adminApi.addsCustomer('Quick')];
  const [own, wanted, lost] = [
    await adminApi.addsListing('Own already'),
    await adminApi.addsListing('Wanted as well', { price: 300 }),
    await adminApi.addsListing('Lost meanwhile', { price: 70 }),
  ];
  const order = await adminApi.sells(own, customer);
  await signsInAndOpensEditor(visitor, customer, order);
  for (const { name } of [wanted, lost]) await editor.getByRole('checkbox', { name }).check();
  await seesSummary(editor, '$370.00 will be charged');

  await adminApi.sells(lost, quicker);
  visitor.expectsFailure(`/api/orders/${order.id}`, 409);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('alert')).toHaveText(`Failed to update order: '${lost.name}' has been sold`);
  await expect(editor.getByRole('checkbox', { name: lost.name })).toHaveCount(0);
  await expect(editor.getByRole('checkbox', { name: wanted.name })).toBeChecked();
  await seesSummary(editor, 'New total $1,550.00', '$300.00 will be charged');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await account.seesStatus('Order updated successfully!');
  await expect(account.order(order).getByRole('listitem').getByRole('link')).toHaveText([own.name, wanted.name]);
});

test('The editor says when no piece can be added', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Too Late');
  const order = await adminApi.sells(await adminApi.addsListing('The only one'), customer);
  await page.route('**/api/pieces', (route) => route.fulfill({ json: { success: true, pieces: [] } }));
  await signsInAndOpensEditor(visitor, customer, order);
  await expect(account.editor).toContainText('No pieces available');
  await account.editor.getByRole('button', { name: 'Close' }).click();
  await expect(account.editor).toBeHidden();
});

test('The editor does not say that there are no pieces when they cannot be loaded', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Unlucky');
  const order = await adminApi.sells(await adminApi.addsListing('Alone'), customer);
  const other = await adminApi.addsListing('There all the same');
  visitor.expectsFailure('/api/pieces', 500);
  await page.route('**/api/pieces', (route) => route.fulfill({ status: 500 }));
  await signsInAndOpensEditor(visitor, customer, order);
  await expect(account.editor.getByRole('alert')).toContainText('Failed to fetch pieces');
  await expect(account.editor).not.toContainText('No pieces available');
  await page.unroute('**/api/pieces');
  await account.editor.getByRole('button', { name: 'Try Again' }).click();
  await expect(account.editor.getByRole('heading', { name: 'Add a piece' })).toBeFocused();
  await expect(account.editor.getByRole('checkbox', { name: other.name })).toBeVisible();
});

test('On a small phone the total is above two buttons that are fully visible', async ({ visitor, adminApi }) => {
  const { editor } = visitor.account;
  const customer = await adminApi.addsCustomer('Small Phone');
  const order = await adminApi.sells(await adminApi.addsListing('On a Small Phone'), customer);
  const added = await adminApi.addsListing('Added on a Small Phone', { price: 12_345.5 });
  await signsInAndOpensEditor(visitor, customer, order);
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ]) {
    await visitor.page.setViewportSize(size);
    await editor.getByRole('checkbox', { name: added.name }).check();
    await seesSummary(editor, '$12,345.50 will be charged');
    const total = await boxOf(editor.getByRole('status').filter({ hasText: 'New total' }));
    for (const name of ['Cancel', 'Save Changes']) {
      const button = editor.getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      const box = await boxOf(button);
      expect(box.y, name).toBeGreaterThanOrEqual(total.y + total.height);
      // The label fits on one line.
      expect(box.height, name).toBeLessThan(56);
    }
    await editor.getByRole('checkbox', { name: added.name }).uncheck();
  }
});

test('At 200 % zoom a piece can be added and the changes can be saved', async ({ visitor, adminApi }) => {
  const { editor } = visitor.account;
  const customer = await adminApi.addsCustomer('Zoomed');
  const order = await adminApi.sells(await adminApi.addsListing('Zoomed Own'), customer);
  const added = await adminApi.addsListing('Zoomed Added');
  await signsInAndOpensEditor(visitor, customer, order);
  await visitor.page.setViewportSize({ width: 640, height: 360 });
  await editor.getByRole('checkbox', { name: added.name }).check();
  await expect(editor.getByRole('checkbox', { name: added.name })).toBeInViewport({ ratio: 1 });
  const save = editor.getByRole('button', { name: 'Save Changes' });
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport({ ratio: 1 });
  await save.click();
  await expect(editor).toBeHidden();
});

/** Checks the summary below the pieces, which is announced whenever it changes: the new total, and what is charged, refunded or wrong. */
async function seesSummary(editor: Locator, ...words: readonly string[]): Promise<void> {
  const total = editor.getByRole('status').filter({ hasText: 'New total' });
  for (const part of words) await expect(total).toContainText(part);
}

async function signsInAndOpensEditor(visitor: Visitor, customer: Customer, order: Order): Promise<void> {
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account');
  await visitor.account.order(order).getByRole('button', { name: 'Modify Order' }).click();
  await expect(visitor.account.editor).toBeVisible();
}
