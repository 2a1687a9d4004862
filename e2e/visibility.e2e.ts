import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('An owner prepares a piece as a draft, schedules it, and lists it with others', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const { main, page, productForm: form } = owner;
  const marker = adminApi.unique('Prepared');
  const moon = await adminApi.addsListing(`${marker} Moon`);
  const other = await adminApi.addsListing(`${marker} Carp`, { visibility: 'draft' });
  const visitor = await anotherVisitor();
  const table = `/admin/products?q=${encodeURIComponent(marker)}`;

  await test.step('the form says who sees a piece, and is used with the keyboard', async () => {
    await owner.opensPanel(table);
    await owner.row(moon.name).getByRole('button', { name: 'Edit' }).click();
    await form.getByText('Who sees it, inventory').press('Enter');
    const listed = form.getByRole('radio', { name: /^Listed/ });
    await expect(listed).toBeChecked();
    await listed.focus();
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('radio', { name: /^Draft/ })).toBeChecked();
    await form.getByLabel('Inventory number').fill(`${marker}-001`);
    await form.getByLabel('Where it is').fill('Store, shelf 4');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Save Product' }).click();
    await expect(form).toBeHidden();
    await expect(owner.row(moon.name)).toContainText('Draft');
  });

  await test.step('visitors find neither the draft nor its page', async () => {
    visitor.expectsFailure(`/product/${moon.id}`, 404);
    await visitor.opens(`/product/${moon.id}`);
    await visitor.seesHeading('Product not found.');
    await visitor.opens(`/collection?q=${encodeURIComponent(marker)}`);
    await expect(visitor.page.getByRole('main')).not.toContainText(moon.name);
  });

  await test.step('a time that is missing or has passed is refused at its field', async () => {
    await owner.row(moon.name).getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('radio', { name: /^Scheduled/ }).check();
    await form.getByRole('button', { name: 'Save Product' }).click();
    const day = form.getByLabel('Listed on');
    await expect(day).toBeFocused();
    await expect(day).toHaveAccessibleDescription('Please choose a day and a time');
    await day.fill('2020-01-01');
    owner.visitor.expectsFailure(`/api/admin/products/${moon.id}`, 400);
    await form.getByRole('button', { name: 'Save Product' }).click();
    await expect(day).toHaveAccessibleDescription('Please choose a day and a time in the future.');
    await day.fill('2099-12-01');
    await form.getByLabel('At', { exact: true }).fill('18:30');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Save Product' }).click();
    await expect(form).toBeHidden();
    await expect(owner.row(moon.name)).toContainText('Scheduled');
    await owner.row(moon.name).getByRole('button', { name: 'Edit' }).click();
    await expect(form.getByLabel('Listed on')).toHaveValue('2099-12-01');
    await expect(form.getByLabel('At', { exact: true })).toHaveValue('18:30');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the table finds it by its inventory number and by who sees it', async () => {
    await owner.opens(`/admin/products?q=${encodeURIComponent(`${marker}-001`)}`);
    await expect(owner.row(moon.name)).toBeVisible();
    await owner.opens(table);
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Scheduled');
    await expect(owner.row(other.name)).toHaveCount(0);
    await expect(owner.row(moon.name)).toBeVisible();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('All statuses');
    await expect(owner.row(other.name)).toContainText('Draft');
  });

  await test.step('both are listed together, and visitors find them', async () => {
    await main.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await main.getByLabel('Change', { exact: true }).selectOption('Who sees them');
    await expectNoViolations(page);
    await main.getByRole('button', { name: 'Change 2 pieces' }).click();
    await expect(main.getByText('2 pieces changed.')).toBeVisible();
    await visitor.opens(`/collection?q=${encodeURIComponent(marker)}`);
    await expect(visitor.page.getByRole('link', { name: moon.name }).first()).toBeVisible();
    await expect(visitor.page.getByRole('link', { name: other.name }).first()).toBeVisible();
    await visitor.opens(`/product/${moon.id}`);
    await visitor.seesHeading(moon.name);
    await expect(visitor.page.getByRole('main')).not.toContainText('shelf 4');
  });
});

test('A private piece is shown in a viewing room with its medium and its story', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const moon = await adminApi.addsListing('Private Moon', {
    visibility: 'private',
    medium: 'Lacquer on wood',
    story: 'Made for one wall.',
  });
  await owner.opensPanel('/admin/products');
  await expect(owner.row(moon.name)).toContainText('Private');
  await owner.main.getByRole('checkbox', { name: `Select ${moon.name}` }).check();
  await owner.main.getByRole('button', { name: 'Viewing room' }).click();
  const dialog = owner.dialog('Viewing room');
  await dialog.getByLabel('Title of the room').fill('For one wall');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = (
    await owner
      .dialog('The link is ready')
      .getByText(/\/private#/)
      .innerText()
  ).trim();
  const guest = await anotherVisitor();
  const main = guest.page.getByRole('main');
  await guest.opens(link);
  await guest.seesHeading('For one wall');
  await expect(main.getByRole('link', { name: /Look closer/ })).toHaveCount(0);
  await main.getByText('More about this piece').press('Enter');
  await expect(main.getByText('Lacquer on wood')).toBeVisible();
  await expect(main.getByText('Made for one wall.')).toBeVisible();
  await expectNoViolations(guest.page);
});
