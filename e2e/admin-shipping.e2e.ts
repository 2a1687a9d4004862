import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { Owner } from './owner.ts';
import { test } from './test.ts';

test('An owner packs an order, sends it in two parts and corrects a tracking number; the buyer sees both', async ({
  visitor,
  anotherVisitor,
  adminApi,
  shop,
}) => {
  const owner = new Owner(visitor, shop);
  const { main, page } = owner;
  const customer = await adminApi.addsCustomer('Anna Lê');
  const [moon, carp] = [await adminApi.addsListing('Sent First'), await adminApi.addsListing('Sent Later')];
  const order = await adminApi.sells(moon, customer, carp);
  const step = main.getByRole('region', { name: /^(Pack it|Packed|One piece|On its way)/ });
  const timeline = main.getByRole('region', { name: 'Timeline' });
  const buyer = await anotherVisitor();
  await buyer.startsSignedInAs(customer);
  const details = buyer.page.getByRole('region', { name: `Details of order ${order.id}` });

  await test.step('before the shipment the buyer sees no part "Where it is"', async () => {
    await buyer.opens(`/account?order=${order.id}`);
    await expect(details).toContainText('History');
    await expect(details.getByRole('heading', { name: 'Where it is' })).toBeHidden();
  });

  await test.step('the order is marked packed, then not packed, then packed again', async () => {
    await owner.opensPanel(`/admin/orders/${order.id}`);
    await expectNoViolations(page);
    await step.getByRole('button', { name: 'Mark packed' }).click();
    await expect(step).toContainText('Packed: ship it');
    await timeline.getByRole('button', { name: 'Not packed after all' }).click();
    await step.getByRole('button', { name: 'Mark packed' }).click();
    await expect(timeline.getByRole('button', { name: 'Not packed after all' })).toBeVisible();
  });

  await test.step('a part is sent; the dialog shows the tracking link first', async () => {
    await step.getByRole('button', { name: 'Ship' }).click();
    const dialog = owner.dialog(`Ship order ${order.id}`);
    await dialog.getByRole('button', { name: 'Ship and send the email' }).click();
    await expect(dialog.getByLabel('Tracking number')).toBeFocused();
    await dialog.getByRole('checkbox', { name: carp.name }).uncheck();
    await dialog.getByLabel('Tracking number').fill('33AUS 0471');
    await expect(
      dialog.getByRole('link', { name: /^auspost\.com\.au\/mypost\/track\/details\/33AUS0471/ }),
    ).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Ship and send the email' }).click();
    await expect(step).toContainText('One piece is left to send');
  });

  await test.step('the shipment is removed, the focus is not lost, and the part is sent again', async () => {
    await main.getByRole('button', { name: 'Remove Australia Post' }).click();
    await owner.question('Remove this shipment?').getByRole('button', { name: 'Remove' }).click();
    await expect(main.getByRole('region', { name: 'Shipments' })).toBeHidden();
    await expect(main).toBeFocused();
    await step.getByRole('button', { name: 'Ship' }).click();
    const dialog = owner.dialog(`Ship order ${order.id}`);
    await dialog.getByRole('checkbox', { name: carp.name }).uncheck();
    await dialog.getByLabel('Tracking number').fill('33AUS 0471');
    await dialog.getByRole('button', { name: 'Ship and send the email' }).click();
    await expect(step).toContainText('One piece is left to send');
  });

  await test.step('the rest is sent with a carrier that is not in the list', async () => {
    await step.getByRole('button', { name: 'Ship' }).click();
    const dialog = owner.dialog(`Ship order ${order.id}`);
    await expect(dialog.getByRole('checkbox', { name: moon.name })).toBeHidden();
    await dialog.getByLabel('Carrier').selectOption('Another carrier');
    await dialog.getByLabel('Name of the carrier').fill('Own van');
    await dialog.getByRole('button', { name: 'Ship and send the email' }).click();
    await expect(step).toContainText('On its way');
    await expect(main.getByRole('region', { name: 'Shipments' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a wrong tracking number is corrected', async () => {
    await main.getByRole('button', { name: 'Correct details of Australia Post' }).click();
    const dialog = owner.dialog('Correct the shipment');
    await dialog.getByLabel('Tracking number').fill('33AUS 9999');
    await page.keyboard.press('Escape');
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByRole('region', { name: 'Shipments' })).toContainText('33AUS 9999');
    await expectNoViolations(page);
  });

  await test.step('a note for staff is added', async () => {
    const notes = main.getByRole('region', { name: 'Notes for staff' });
    await notes.getByLabel('Add a note').fill('Photograph the back first.');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByRole('listitem')).toContainText('Photograph the back first.');
  });

  await test.step('the buyer sees the corrected link and both parts, but no note for staff', async () => {
    await buyer.reloads();
    await expect(details.getByRole('link', { name: /^Follow it/ })).toHaveAttribute(
      'href',
      'https://auspost.com.au/mypost/track/details/33AUS9999',
    );
    await expect(details).toContainText(`${carp.name} sent with Own van`);
    await expect(details).not.toContainText('Photograph');
    await expectNoViolations(buyer.page);
  });

  await test.step('the order is marked delivered, and its shipments can no longer be removed', async () => {
    await step.getByRole('button', { name: 'Mark delivered' }).click();
    await expect(main.getByText('Delivered', { exact: true }).first()).toBeVisible();
    await expect(step).toBeHidden();
    await expect(main.getByRole('button', { name: 'Remove Own van' })).toBeHidden();
  });
});
