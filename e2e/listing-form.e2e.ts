import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { type Owner, test } from './owner.ts';
import { photograph } from './pictures.ts';

test('The product form asks before changes are lost, however often Escape is pressed', async ({ owner, adminApi }) => {
  const { page, productForm: form } = owner;
  const { name } = await adminApi.addsListing('Escape');
  await changesPriceOf(owner, name, '1999');
  const question = owner.question('Discard your changes?');
  // Without a click in between, Chromium lets a second Escape close a dialog whose `cancel` event was prevented.
  for (let round = 0; round < 3; round += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(form).toBeVisible();
  }
  await expect(form.getByLabel('Price *')).toHaveValue('1999');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(form).toBeHidden();
});

test('The product form asks when Escape directly follows a typed key', async ({ owner, adminApi }) => {
  const { name } = await adminApi.addsListing('Fast Hands');
  await owner.opensPanel('/admin/products');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  const price = owner.productForm.getByLabel('Price *');
  // Both keys are pressed within one task of the page, as on a busy phone.
  await price.evaluate(async (input: HTMLInputElement) => {
    input.select();
    document.execCommand('insertText', false, '1999');
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  await expect(price).toHaveValue('1999');
});

test('If the browser closes the product form by itself, the form opens again and asks about the changes', async ({
  owner,
  adminApi,
}) => {
  const { name } = await adminApi.addsListing('Closed by the Browser');
  await changesPriceOf(owner, name, '1999');
  // Android's back gesture does this when the page was not touched since the last gesture.
  await owner.productForm.evaluate((dialog) => dialog instanceof HTMLDialogElement && dialog.close());
  await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  await expect(owner.productForm.getByLabel('Price *')).toHaveValue('1999');
});

test('The product form asks before the back button loses changes', async ({ owner, adminApi }) => {
  const { page, productForm: form } = owner;
  const { name } = await adminApi.addsListing('Way Back');
  await owner.opensPanel();
  await owner.goesTo('Products');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Price *').fill('1999');
  await page.evaluate(() => window.history.back());
  await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  await expect(form.getByLabel('Price *')).toHaveValue('1999');
  await expect(page).toHaveURL('/admin/products');
});

test('A file that is refused is named, and the photographs keep the chosen order', async ({ owner }) => {
  const { main, productForm: form, visitor } = owner;
  await owner.opensPanel('/admin/products');
  await main.getByRole('button', { name: 'Add New Product' }).click();
  visitor.expectsFailure('/api/admin/upload-images', 415);
  const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: await readFile('server/testing/phone.heic') };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
  const [first, last] = await Promise.all([photograph('first', '#8d2a1c'), photograph('last', '#20302f', 'png')]);
  await owner.uploadsPictures(heic, notes, first, last);
  await expect(form.getByRole('alert')).toHaveText(
    'Failed to upload images: notes.txt: Please choose PNG, JPEG, WebP, AVIF, HEIC or TIFF pictures.',
  );
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  const widths = () =>
    form
      .locator('.picture-tile img')
      .evaluateAll((shown) => shown.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)));
  // The image that takes longest to decode was chosen first.
  await expect.poll(widths).toEqual([96, 400, 400]);
  await expectNoViolations(owner.page);
  await form.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
});

test('An upload is cancelled, and a failed one is sent again', async ({ owner }) => {
  const { main, page, productForm: form, visitor } = owner;
  await owner.opensPanel('/admin/products');
  await main.getByRole('button', { name: 'Add New Product' }).click();
  const pictures = form.getByRole('textbox', { name: /^Alt text of picture/ });
  await page.route('**/api/admin/upload-images', () => undefined);
  await owner.uploadsPictures(await photograph('slow', '#8d2a1c'));
  await expect(form.getByRole('progressbar', { name: 'Uploading slow.jpeg' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save Product' })).toBeDisabled();
  await form.getByRole('button', { name: 'Cancel slow.jpeg' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Save Product' })).toBeEnabled();

  await page.unroute('**/api/admin/upload-images');
  visitor.expectsFailure('/api/admin/upload-images', 503);
  await page.route('**/api/admin/upload-images', (route) => route.fulfill({ status: 503, json: { success: false } }), {
    times: 1,
  });
  await owner.uploadsPictures(await photograph('again', '#20302f'));
  await form.getByRole('button', { name: 'Try Again again.jpeg' }).click();
  await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
  await expect(pictures).toHaveCount(1);
});

test('Everything that an admin enters about a piece is on its page', async ({ owner, anotherVisitor, adminApi }) => {
  const { main, page, productForm: form } = owner;
  const name = adminApi.unique('Two Makers');
  await owner.opensPanel('/admin/products');
  await main.getByRole('button', { name: 'Add New Product' }).click();
  await expect(form.getByLabel('Short description')).toHaveAccessibleDescription(/product page/);
  for (const [label, text] of [
    ['Name *', name],
    ['Price *', '640'],
    ['Artists', 'Trần Thu Hà'],
    ['Short description', 'A quiet tray for two cups.'],
    ['Description', 'Eleven coats over cloth.'],
    ['Edition note', 'Number 3 of 12'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(owner.row(name)).toContainText('Trần Thu Hà');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Artist', { exact: true }).fill('Ngô Thị Lan');
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form).toBeHidden();
  await expect(owner.row(name)).toContainText('Ngô Thị Lan');

  const guest = await anotherVisitor();
  await guest.opensHome();
  await guest.opensListing(name);
  const shown = guest.page.getByRole('main');
  await expect(shown.getByText('Ngô Thị Lan, Trần Thu Hà')).toBeVisible();
  await expect(shown.getByText('A quiet tray for two cups.')).toBeVisible();
  await expect(shown.getByText('Eleven coats over cloth.')).toBeVisible();
  await expect(shown.locator('.facts')).toContainText('Edition noteNumber 3 of 12');
  await expect(guest.page.locator('meta[name=description]')).toHaveAttribute('content', 'A quiet tray for two cups.');
  await expectNoViolations(guest.page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Of two admins who change one piece, the second chooses between the values of fields that both changed', async ({
  owner,
  adminApi,
}) => {
  const { page, productForm: form, visitor } = owner;
  const { id, name } = await adminApi.addsListing('Two at Once', { price: 640, size: '20 x 30 cm' });
  await owner.opensPanel('/admin/products');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Price *').fill('700');
  await form.getByLabel('Size').fill('20 x 31 cm');
  await form.getByLabel('Story', { exact: true }).fill('Told by the second.');
  await adminApi.changesListing(id, { price: 650, size: '21 x 30 cm', history: 'Told by the first.' });
  visitor.expectsFailure(`/api/admin/products/${id}`, 409);
  await form.getByRole('button', { name: 'Save Product' }).click();
  const conflicts = form.getByRole('region', { name: 'Changed by somebody else meanwhile' });
  await expect(conflicts).toBeFocused();
  await expect(form.getByRole('alert')).toContainText('Failed to update product: ');
  const conflict = (label: string) => conflicts.getByRole('listitem').filter({ hasText: label });
  await expect(conflict('Price')).toContainText(/Yours\s*\$700.00\s*Now, by Admin, .*\$650.00/);
  await expect(conflict('Size')).toContainText(/20 x 31 cm.*21 x 30 cm/);
  await expect(conflicts).not.toContainText('Story');
  await expectNoViolations(page);
  await conflict('Price').getByRole('button', { name: 'Keep mine' }).click();
  await conflict('Size').getByRole('button', { name: 'Take theirs' }).click();
  await expect(conflicts).toBeHidden();
  await expect(form.getByLabel('Size')).toHaveValue('21 x 30 cm');
  await expect(form.getByRole('button', { name: 'Save Product' })).toBeFocused();
  await page.keyboard.press('Enter');
  await owner.seesMessage('Product updated successfully');
  const saved = (await adminApi.listings()).find((one) => one.id === id);
  expect(saved).toMatchObject({
    price: 700,
    size: '21 x 30 cm',
    story: 'Told by the second.',
    history: 'Told by the first.',
  });
});

test('Before a sold piece is deleted, its order and buyer are named', async ({ owner, adminApi }) => {
  const listing = await adminApi.addsListing('Sold and Deleted', { price: 640 });
  const customer = await adminApi.addsCustomer('Linh');
  const { id } = await adminApi.sells(listing, customer);
  await owner.opensPanel('/admin/products');
  await owner.row(listing.name).getByRole('button', { name: 'Delete' }).click();
  const question = owner.question('Delete Product');
  await expect(question).toContainText(
    `Are you sure you want to delete "${listing.name}"? This action cannot be undone.`,
  );
  await expect(question).toContainText(new RegExp(`Order ${id}: ${customer.name}, \\d+ \\w+ \\d{4}, paid`));
  await expect(question).toContainText('This order, its invoice and its payments stay as they are');
  await expectNoViolations(owner.page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await owner.seesMessage('Product deleted successfully');
  await owner.opens('/admin/orders');
  await expect(owner.row(id)).toContainText('$640.00');
});

async function changesPriceOf(owner: Owner, name: string, price: string): Promise<void> {
  await owner.opensPanel('/admin/products');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  await owner.productForm.getByLabel('Price *').fill(price);
}
