import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { Owner } from './owner.ts';
import { test } from './test.ts';

test('An owner sets, moves and cancels the appointment to collect an order; its buyer reads it, a viewer changes nothing', async ({
  visitor,
  anotherVisitor,
  adminApi,
  shop,
}) => {
  const owner = new Owner(visitor, shop);
  const { main, page } = owner;
  await adminApi.changesDelivery({ pickup: true, pickupAddress: '8 Wharf Lane, Hobart' });
  const customer = await adminApi.addsCustomer('Anna');
  const { id } = await adminApi.sellsForPickup(await adminApi.addsListing('Collected by Hand'), customer);
  const step = main.getByRole('region', { name: /hand it over$/ });
  const dialog = owner.dialog('Appointment to collect');
  const set = step.getByRole('button', { name: 'Set appointment' });
  const change = step.getByRole('button', { name: 'Change appointment' });
  const save = dialog.getByRole('button', { name: 'Save and send the email' });
  const buyer = await anotherVisitor();
  await buyer.startsSignedInAs(customer);
  const details = buyer.page.getByRole('region', { name: `Details of order ${id}` });

  await test.step('the dialog opens and closes with the keyboard, and asks before it discards a note', async () => {
    await owner.opensPanel(`/admin/orders/${id}`);
    await set.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Day')).toBeFocused();
    await expect(dialog).toContainText(`${customer.email} gets an email.`);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(set).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Note to the buyer').fill('Ring the bell.');
    await page.keyboard.press('Escape');
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
    await expect(dialog.getByLabel('Note to the buyer')).toHaveValue('Ring the bell.');
  });

  await test.step('a past day and an end before the beginning are refused with a reason', async () => {
    await dialog.getByLabel('Day').fill('2020-01-01');
    await dialog.getByLabel('To', { exact: true }).fill('09:00');
    await save.click();
    await expect(dialog.getByLabel('Day')).toBeFocused();
    await expect(dialog).toContainText('Please choose today or a later day');
    await expect(dialog).toContainText('The end is after the beginning');
    await expectNoViolations(page);
  });

  await test.step('the appointment is set, and the buyer reads it', async () => {
    await dialog.getByLabel('Day').fill('2099-11-23');
    await dialog.getByLabel('To', { exact: true }).fill('12:00');
    await dialog.getByLabel('Day').focus();
    await page.keyboard.press('Enter');
    await owner.seesMessage('Appointment saved');
    await expect(change).toBeFocused();
    await expect(step).toContainText('The buyer collects it on Monday 23 November, 10:00 to 12:00.');
    await expectNoViolations(page);
    const email = await emailTo(shop, customer.email, `Your appointment to collect: ${id}`);
    for (const words of ['Monday 23 November 2099, 10:00 to 12:00', 'Ring the bell.', '8 Wharf Lane'])
      expect(email).toContain(words);
    await buyer.opens(`/account?order=${id}`);
    await expect(details).toContainText('Your appointment to collect. Ring the bell.');
    await expect(details).toContainText('Monday 23 November, 10:00 to 12:00');
    await expectNoViolations(buyer.page);
  });

  await test.step('the appointment is moved', async () => {
    await change.click();
    await expect(dialog.getByLabel('Day')).toHaveValue('2099-11-23');
    await dialog.getByLabel('Day').fill('2099-11-24');
    await save.click();
    await expect(step).toContainText('Tuesday 24 November, 10:00 to 12:00');
    const email = await emailTo(shop, customer.email, `Your appointment has changed: ${id}`);
    expect(email).toContain('Tuesday 24 November 2099, 10:00 to 12:00');
    await buyer.reloads();
    await expect(details).toContainText('Tuesday 24 November, 10:00 to 12:00');
  });

  await test.step('a viewer reads it on a narrow screen, without buttons', async () => {
    const vera = new Owner(await anotherVisitor(), shop);
    await vera.visitor.startsSignedInAs(await adminApi.addsAdmin('Vera', 'viewer'));
    await vera.page.setViewportSize({ width: 390, height: 844 });
    await vera.opens(`/admin/orders/${id}`);
    await expect(vera.main).toContainText('The buyer collects it on Tuesday 24 November');
    await expect(vera.main.getByRole('button', { name: /appointment|Picked up|Mark packed/ })).toHaveCount(0);
    await expectNoViolations(vera.page);
    expect(await vera.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step('the appointment is cancelled after a question, and the buyer is told', async () => {
    await step.getByRole('button', { name: 'Cancel appointment' }).click();
    const question = owner.question('Cancel this appointment');
    await expect(question).toContainText(`Tuesday 24 November, 10:00 to 12:00. ${customer.email} gets an email.`);
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Cancel appointment' }).click();
    await owner.seesMessage('Appointment cancelled');
    await expect(set).toBeVisible();
    await expect(step.getByRole('button', { name: 'Cancel appointment' })).toBeHidden();
    await expect(main).toBeFocused();
    const email = await emailTo(shop, customer.email, `Your appointment is cancelled: ${id}`);
    expect(email).toContain('on Tuesday 24 November 2099, 10:00 to 12:00 is cancelled');
    await buyer.reloads();
    await expect(details).toBeVisible();
    await expect(details).not.toContainText('Your appointment to collect.');
  });

  await adminApi.changesDelivery({ pickup: false, pickupAddress: '' });
});
