import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { type SectionName, sections, test } from './owner.ts';
import { photograph } from './pictures.ts';

test('After the first sign-in an admin opens the panel from the header, and leaves it with Logout', async ({
  owner,
  visitor,
  adminApi,
}) => {
  const { page } = owner;
  await visitor.opensHome();
  await visitor.signsIn(adminApi.signIn);
  if (visitor.isOnPhone) await visitor.opensMenu();
  // The link contains the admin's name, which is Admin, and a badge with the same word.
  const name = (visitor.isOnPhone ? visitor.menu : visitor.header).getByRole('link', { name: 'Admin Admin' });
  await expect(name.getByText('Admin', { exact: true }).first()).toBeVisible();
  await name.click();
  await expect(page).toHaveURL('/admin');
  await owner.seesSection('Dashboard');
  await owner.goesTo('Users');
  await expect(page).toHaveURL('/admin/users');

  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/');
  await visitor.opens('/admin/users');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('table')).toBeHidden();
});

test('Pieces are added with photographs and edited, and are in the collection at once', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  test.slow();
  const { page, main, productForm: form } = owner;
  // On a wide screen a second piece is added with the form that was used for the first one.
  const titles = owner.visitor.isOnPhone ? ['Tide'] : ['Tide', 'Ember'];
  const names = titles.map((title) => adminApi.unique(title));
  const [first = ''] = names;
  await owner.opensPanel('/admin/products');
  for (const name of names) {
    await main.getByRole('button', { name: 'Add New Product' }).click();
    await form.getByRole('button', { name: 'Save Product' }).click();
    await expect(form.getByRole('alert')).toHaveText('Please fill in required fields (Name and Price)');
    await owner.uploadsPictures(await photograph(name, '#8d2a1c'), await photograph(`${name} back`, '#20302f', 'png'));
    await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
    await form.getByLabel('Alt text of picture 1').fill(`${name} from the front`);
    await form.getByLabel('Alt text of picture 2').fill(`${name} from behind`);
    await form.getByRole('button', { name: 'Move picture 2 left' }).click();
    await expect(form.getByText('Picture 2 is now picture 1 of 2')).toBeAttached();
    await expect(form.getByLabel('Alt text of picture 1')).toHaveValue(`${name} from behind`);
    await form.getByLabel('Name *').fill(name);
    await form.getByLabel('Price *').fill('$1,850.50');
    await form.getByLabel('Artist', { exact: true }).fill('Ngô Thị Lan');
    await form.getByLabel('Year').fill('2026');
    await expect(form.getByLabel('Status').getByRole('option')).toHaveText(['Available', 'Sold']);
    await form.getByRole('button', { name: 'Save Product' }).click();
    await expect(form).toBeHidden();
    await owner.seesMessage('Product added successfully');
    await expect(owner.row(name)).toContainText('$1,850.50');
  }

  await owner.row(first).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Price *').fill('1999');
  await page.keyboard.press('Escape');
  await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await owner.seesMessage('Product updated successfully');
  await expect(owner.row(first)).toContainText('$1,999.00');
  const { id } = await listingNamed(first);
  await owner.findsInAudit('Product updated', id, /Price: .*1,850\.50.*1,999\.00/);

  const guest = await anotherVisitor();
  await guest.opensHome();
  for (const name of names) await expect(guest.card(name)).toBeVisible();
  await expect(guest.card(first)).toContainText('$1,999.00');
  await guest.opensListing(first);
  const picture = guest.page.getByRole('img', { name: `${first} from behind` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  async function listingNamed(name: string) {
    const listing = (await adminApi.listings()).find((one) => one.name === name);
    if (!listing) throw new Error(`There is no listing ${name}`);
    return listing;
  }
});

test('An order is shipped; a status that would sell a piece twice is refused with a reason', async ({
  owner,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Once Only', { price: 640 });
  const customer = await adminApi.addsCustomer('Linh');
  const { id } = await adminApi.sells(listing, customer);
  await owner.opensPanel('/admin/orders');
  await owner.row(id).getByRole('button', { name: 'View' }).click();
  await expect(owner.page).toHaveURL(`/admin/orders?order=${id}`);
  const details = owner.dialog('Order Details');
  for (const words of [id, 'PAID', customer.name, customer.email, 'Not provided', listing.name, '$640.00', 'Charged']) {
    await expect(details).toContainText(words);
  }
  await details.getByRole('button', { name: 'Update Status' }).click();
  await owner.choosesStatus('Shipped');
  await owner.seesMessage('Order status updated successfully');
  await expect(details).toContainText('SHIPPED');
  await expect(details.getByRole('listitem').filter({ hasText: 'Status set to shipped by the shop' })).toBeVisible();
  await expectNoViolations(owner.page);
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(owner.row(id)).toContainText('Shipped');
  await owner.findsInAudit('Order status', id, /paid.*shipped/i);

  await owner.goesTo('Orders');
  await owner.setsStatus(id, 'Cancelled');
  await expect(owner.row(id)).toContainText('Cancelled');
  await adminApi.sells(listing, await adminApi.addsCustomer('Second'));
  owner.visitor.expectsFailure(`/api/admin/orders/${id}/status`, 409);
  await owner.setsStatus(id, 'Paid');
  const modal = owner.dialog('Update Status');
  await expect(modal.getByText('Its pieces count as sold, and $640.00 is charged.')).toBeVisible();
  await expect(modal.getByRole('alert')).toHaveText(`Failed to update order status: '${listing.name}' has been sold`);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(owner.row(id)).toContainText('Cancelled');
});

test('Search, sort order and page are in the URL, and survive a reload and the back button', async ({
  owner,
  visitor,
  adminApi,
}) => {
  const { page, main } = owner;
  const namePrefix = adminApi.unique('Sorted');
  for (const [name, price] of [
    ['b', 30],
    ['A', 200],
    ['c', 4],
  ] as const) {
    await adminApi.addsListing(`${namePrefix} ${name}`, { price });
  }
  const prices = main.getByRole('row').getByRole('cell', { name: /^\$/ });
  await owner.opensPanel('/admin/products');
  await owner.searches('Products', namePrefix);
  await expect(prices).toHaveText(['$4.00', '$200.00', '$30.00']);
  await sortsBy('Name', 'ascending');
  await expect(prices).toHaveText(['$200.00', '$30.00', '$4.00']);
  await sortsBy('Price', 'ascending');
  await expect(prices).toHaveText(['$4.00', '$30.00', '$200.00']);
  await sortsBy('Price', 'descending');
  await expect(prices).toHaveText(['$200.00', '$30.00', '$4.00']);
  const address = `/admin/products?q=${namePrefix.replaceAll(' ', '+')}&sort=-price`;
  await expect(page).toHaveURL(address);

  await visitor.reloads();
  await expect(prices).toHaveText(['$200.00', '$30.00', '$4.00']);
  await expect(main.getByRole('searchbox')).toHaveValue(namePrefix);
  await page.goBack();
  await expect(prices).toHaveText(['$4.00', '$30.00', '$200.00']);

  await owner.goesTo('Orders');
  await main.getByLabel('Status', { exact: true }).selectOption('Cancelled');
  await expect(page).toHaveURL('/admin/orders?status=cancelled');
  await owner.opens('/admin/orders?page=2&sort=date');
  await expect(main.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await main.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL('/admin/orders?sort=date');

  /** Sorts by a click on the column's heading, or on phones with the select that replaces the headings. */
  async function sortsBy(title: string, direction: 'ascending' | 'descending') {
    if (visitor.isOnPhone) {
      if (direction === 'ascending') await main.getByLabel('Sort by').selectOption(`Sort by ${title}`);
      else await main.getByRole('button', { name: 'Ascending: sort descending' }).click();
      return;
    }
    const head = main.getByRole('columnheader', { name: title, exact: true });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', direction);
  }
});

test('A table is exported, and no name in it becomes a formula', { tag: '@any-size' }, async ({ owner, adminApi }) => {
  const name = adminApi.unique('=HYPERLINK("https://foreign.invalid","Vân")');
  const customer = await adminApi.addsCustomer(name);
  await owner.opensPanel('/admin/users');
  await owner.searches('Users', customer.email);
  await expect(owner.row(name)).toBeVisible();
  await expect(owner.main.getByText('1 user', { exact: true })).toBeVisible();
  const { filename, text } = await owner.exportsTable();
  expect(filename).toBe('users.csv');
  const [head, line, ...rest] = text.split('\r\n');
  expect(head).toBe('\uFEFF"ID","Name","Email","Status","Admin"');
  expect(line).toContain(`,"'${name.replaceAll('"', '""')}","${customer.email}",`);
  expect(rest).toEqual(['']);
});

test('The admin panel has no axe violations', async ({ owner, adminApi }) => {
  test.slow();
  await adminApi.holds(await adminApi.addsListing('Held for Axe'), await adminApi.addsCustomer('Axel'));
  const { main, page } = owner;
  await owner.opensPanel();
  // Creates rows for Products and Audit.
  const listing = await adminApi.addsListing('Edited for Axe');
  await adminApi.changesListing(listing.id, { price: 5, year: 2020, artist: 'Somebody', story: 'Short', size: '3 m' });
  // panel-languages.e2e.ts checks all pages at the width of a desktop, where these three are empty.
  const wide: readonly SectionName[] = ['Enquiries', 'Holds', 'Audit'];
  for (const section of owner.visitor.isOnPhone ? (Object.keys(sections) as SectionName[]) : wide) {
    await owner.goesTo(section);
    await expectNoViolations(page);
  }
  await owner.goesTo('Products');
  await owner.row(listing.name).getByRole('button', { name: 'Edit' }).click();
  await expect(owner.productForm).toBeVisible();
  await owner.productForm.getByLabel('Price *').fill('none');
  await owner.productForm.getByRole('button', { name: 'Save Product' }).click();
  await expect(owner.productForm.getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await owner.question('Discard your changes?').getByRole('button', { name: 'Discard Changes' }).click();
  await owner.opens('/admin/analysis?range=year&chart=bar');
  await expect(main.getByRole('group', { name: 'Sales by year, bar chart.' })).toBeVisible();
  await expectNoViolations(page);
});
