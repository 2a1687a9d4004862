import { expect, type Locator } from '@playwright/test';
import { formatPrice } from '#contract/money.ts';
import { emailFor } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';
import { photograph } from './pictures.ts';

test('Only admins can open the panel', async ({ visitor, anotherVisitor, adminApi }) => {
  const denied = 'Access denied. Admin privileges required.';
  const requests: string[] = [];
  visitor.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visitor.page.goto('/admin/orders');
  await expect(visitor.page).toHaveURL('/');
  await visitor.seesHeading('Lacquer, layered by hand');
  expect(requests.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  await expect(visitor.signInDialog).toBeVisible();

  const customer = await anotherVisitor();
  await customer.startsSignedInAs(await adminApi.addsCustomer('Curious'));
  customer.expectsFailure('/api/admin/check', 403);
  for (const path of ['/admin', '/admin/users?sort=name']) {
    await customer.page.goto(path);
    await expect(customer.page.getByRole('alert').getByText(denied)).toBeVisible();
    await expect(customer.page).toHaveURL('/');
  }
});

test('A signed-out admin signs in and returns to the URL of the panel', async ({
  visitor,
  anotherVisitor,
  adminApi,
}) => {
  await visitor.page.goto('/admin/orders?status=paid');
  await expect(visitor.page).toHaveURL('/');
  await visitor.entersSignIn(adminApi.signIn);
  await expect(visitor.page).toHaveURL('/admin/orders?status=paid');
  await expect(visitor.page.getByRole('main').getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

  const customer = await anotherVisitor();
  const account = await adminApi.addsCustomer('Mistaken');
  await customer.page.goto('/admin/users');
  customer.expectsFailure('/api/admin/check', 403);
  await customer.entersSignIn(account);
  const denied = 'Access denied. Admin privileges required.';
  await expect(customer.page.getByRole('alert').getByText(denied)).toBeVisible();
  await expect(customer.page).toHaveURL('/');
  await expect(customer.signInDialog).toBeHidden();

  const guest = await anotherVisitor();
  await guest.page.goto('/admin');
  await expect(guest.page).toHaveURL('/');
  await guest.signInDialog.getByRole('button', { name: 'Close' }).click();
  // The panel's page may send its request only now, after it was left. The refusal is shown nowhere.
  guest.expectsFailure('/api/admin/check', 403);
  await guest.signsIn(account);
  await expect(guest.page).toHaveURL('/');
});

test('The tiles of the dashboard show the totals of the sections to which they lead', async ({ owner, adminApi }) => {
  await adminApi.sells(await adminApi.addsListing('Counted', { price: 0.1 }), await adminApi.addsCustomer('Countess'));
  const { page, main } = owner;
  await owner.opensPanel();
  const tile = (label: string) => main.getByRole('link', { name: new RegExp(`^${label}`) });
  await expect(main.getByText('New order placed')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Most Active Users' })).toBeVisible();
  for (const [label, section, noun] of [
    ['Total Users', 'Users', 'users'],
    ['Total Listings', 'Products', 'pieces'],
    ['Total Orders', 'Orders', 'orders'],
  ] as const) {
    const shown = (await tile(label).innerText()).replace(/\D/g, '');
    await tile(label).click();
    await owner.seesSection(section);
    expect([label, await owner.readsCount(noun)]).toEqual([label, Number(shown)]);
    await page.goBack();
    await owner.seesSection('Dashboard');
  }
  const sales = await tile('Total Sales').innerText();
  await tile('Total Sales').click();
  await owner.seesSection('Analytics');
  await owner.opens('/admin/orders?status=paid');
  const amounts = (await owner.exportsTable()).text.split('\r\n').slice(1, -1).map(amountOf);
  const cents = amounts.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0);
  expect(sales).toContain(formatPrice(cents / 100, 'AUD'));
});

test('A new logo is in the header at once; if it cannot be loaded, the header shows the name of the shop', async ({
  owner,
  anotherVisitor,
}) => {
  const { main } = owner;
  await owner.opensPanel('/admin/logo');
  await owner.uploadsLogo(await photograph('logo', '#7a1f16', 'png'));
  await owner.seesMessage('Logo uploaded successfully!');
  const shown = main.getByRole('img').first();
  await expect(shown).toHaveAttribute('src', /^\/media\/[0-9a-f]{32}\/logo\.png$/);
  const address = (await shown.getAttribute('src')) ?? '';
  await expect(owner.page.getByRole('banner').getByRole('img')).toHaveAttribute('src', address);
  await owner.findsInAudit('Logo changed', 'logo', address);

  const guest = await anotherVisitor();
  await guest.opensHome();
  const logo = guest.header.getByRole('img');
  await expect(logo).toHaveAttribute('src', address);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await guest.page.route(`**${address}`, (route) => route.abort('internetdisconnected'));
  guest.expectsFailure(address, 0);
  await guest.reloads();
  await expect(guest.header).toContainText('Vàng Son');

  await owner.goesTo('Logo Manager');
  await main.getByRole('button', { name: 'Remove logo' }).click();
  await owner.question('Remove logo?').getByRole('button', { name: 'Remove logo' }).click();
  await owner.seesMessage('Logo removed successfully!');
  await expect(main.getByRole('img')).toHaveCount(0);
  await expect(main).toBeFocused();
  await expect(owner.page.getByRole('banner').getByRole('img')).toBeHidden();
  await owner.findsInAudit('Logo removed', 'logo', address);
});

test('A user is added, made an admin, made a customer again and deleted; the last owner cannot be demoted or deleted', async ({
  owner,
  adminApi,
}) => {
  const { main } = owner;
  const name = adminApi.unique('Helping Hand');
  await owner.opensPanel('/admin/users');
  await main.getByRole('button', { name: 'Add New User' }).click();
  const dialog = owner.dialog('Add New User');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please fill in all required fields');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(emailFor(name));
  await dialog.getByLabel('Password').fill('six or more');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await owner.seesMessage('User added successfully');

  await owner.searches('Users', emailFor(name));
  const row = owner.row(emailFor(name));
  await row.getByRole('button', { name: 'Make Admin' }).click();
  const granting = owner.question('Make Admin');
  await expect(granting).toContainText(
    `Make ${name} (${emailFor(name)}) an admin? They become an owner: owners see every order`,
  );
  await expect(granting.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(owner.page);
  await granting.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('button', { name: 'Make Admin', pressed: false })).toBeFocused();
  await row.getByRole('button', { name: 'Make Admin' }).click();
  await granting.getByRole('button', { name: 'Make Admin' }).click();
  await owner.seesMessage('User admin status granted successfully');
  await row.getByRole('button', { name: 'Admin', pressed: true }).click();
  const revoking = owner.question('Remove Admin');
  await expect(revoking).toContainText(`Remove the admin rights of ${name} (${emailFor(name)})?`);
  await revoking.getByRole('button', { name: 'Remove Admin' }).click();
  await owner.seesMessage('User admin status revoked successfully');
  await expect(row.getByRole('button', { name: 'Make Admin', pressed: false })).toBeVisible();

  await row.getByRole('button', { name: 'Delete' }).click();
  const question = owner.question('Delete User');
  const words = `Are you sure you want to delete user "${name}"? This action cannot be undone.`;
  await expect(question.getByText(words, { exact: true })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(owner.page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await owner.seesMessage('User deleted successfully');
  await expect(main.getByText('No users match what you look for.')).toBeVisible();

  const { email } = adminApi.signIn;
  await owner.searches('Users', email);
  await expect(owner.row(email)).toBeVisible();
  await owner.page.route('**/api/admin/users/**', (route) => {
    owner.visitor.expectsFailure(new URL(route.request().url()).pathname, 409);
    return route.continue();
  });
  await owner.row(email).getByRole('button', { name: 'Admin', pressed: true }).click();
  await expect(revoking).toContainText('Remove your own admin rights?');
  await revoking.getByRole('button', { name: 'Remove Admin' }).click();
  const lastOne =
    'Failed to update admin status: This is the last admin with the role owner. Make somebody else an owner first.';
  await expect(revoking.getByRole('alert')).toHaveText(lastOne);
  await revoking.getByRole('button', { name: 'Cancel' }).click();
  await expect(owner.row(email).getByRole('button', { name: 'Admin', pressed: true })).toBeVisible();
  await expect(owner.row(email).getByRole('button', { name: 'Delete' })).toBeHidden();

  await owner.goesTo('Audit');
  const changes = main.getByRole('cell', { name: /^(User|Admin rights) (added|granted|revoked|deleted)$/ });
  await expect
    .poll(async () => (await changes.allInnerTexts()).slice(0, 4))
    .toEqual(['User deleted', 'Admin rights revoked', 'Admin rights granted', 'User added']);
  // The entry still names the admin, although the added user has been deleted.
  await expect(main.getByRole('row').filter({ hasText: 'User added' }).first()).toContainText('Admin');
});

test('Sales are shown as a line, as bars, by day and as a table', async ({ owner, adminApi }) => {
  const { page, main } = owner;
  await owner.opensPanel('/admin/analysis');
  for (const title of [
    'Average Daily Sales (This Month)',
    'Average Monthly Sales (This Year)',
    'Average Yearly Sales (All Time)',
  ]) {
    await expect(main.getByText(title, { exact: true })).toBeVisible();
  }
  await main.getByLabel('Range').selectOption('Daily');
  await expect(page).toHaveURL('/admin/analysis?range=day');
  const numbers = main.getByRole('table', { name: 'Sales by day' });
  const before = await centsIn(numbers);
  const today = before.at(-1) ?? Number.NaN;
  await expect(main.getByText('data points')).toContainText(
    `Showing ${before.length} data points | Total Sales: ${formatPrice(sum(before) / 100, 'AUD')} | Total Orders:`,
  );

  const listing = await adminApi.addsListing('Sold Today', { price: 1234.56 });
  await adminApi.sells(listing, await adminApi.addsCustomer('Today'));
  await main.getByRole('button', { name: 'Refresh' }).click();
  await expect(numbers.getByRole('cell').last()).toHaveText(formatPrice((today + 123_456) / 100, 'AUD'));
  expect(sum(await centsIn(numbers))).toBe(sum(before) + 123_456);

  await main.getByLabel('Chart', { exact: true }).selectOption('Bar Chart');
  await expect(page).toHaveURL('/admin/analysis?range=day&chart=bar');
  await main.getByRole('group', { name: 'Sales by day, bar chart.' }).focus();
  await page.keyboard.press('End');
  await expect(
    main.getByRole('status').filter({ hasText: formatPrice((today + 123_456) / 100, 'AUD') }),
  ).toBeAttached();
  await owner.visitor.reloads();
  await expect(main.getByRole('group', { name: 'Sales by day, bar chart.' })).toBeVisible();
  await page.goBack();
  await expect(main.getByRole('group', { name: 'Sales by day, line chart.' })).toBeVisible();

  owner.visitor.expectsFailure('/api/admin/sales/day', 503);
  const busy = { success: false, message: 'The shop is busy right now. Please try again in a moment.' };
  await page.route('**/api/admin/sales/day', (route) => route.fulfill({ status: 503, json: busy }));
  await main.getByRole('button', { name: 'Refresh' }).click();
  await expect(main.getByRole('alert')).toContainText('Failed to load sales data');
  await page.unroute('**/api/admin/sales/day');
  await main.getByRole('button', { name: 'Try Again' }).click();
  await expect(numbers).toBeAttached();
});

test('A hold is listed and released', async ({ owner, visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Waited For');
  const customer = await adminApi.addsCustomer('Slow Payer');
  await adminApi.holds(listing, customer);
  await owner.opensPanel('/admin/holds');
  const row = owner.row(listing.name);
  await expect(row).toContainText(`Slow Payer ${customer.email}`);
  await row.getByRole('button', { name: 'Release' }).click();
  const question = owner.question('Release this hold?');
  await expect(question).toContainText(
    `Slow Payer holds ${listing.name} in order to pay for it. Their checkout ends, and anybody can buy the piece again.`,
  );
  await question.getByRole('button', { name: 'Release' }).click();
  await owner.seesMessage(`${listing.name} is no longer on hold`);
  await expect(row).toBeHidden();
  await owner.findsInAudit('Hold released', listing.id, '');
  await visitor.opens(`/product/${listing.id}`);
  await expect(visitor.page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled();
});

/** The amount, in dollars, in a line of the orders' CSV file, whose first columns are id, buyer and amount. */
function amountOf(line: string): number {
  return Number(line.split(',')[2]);
}

async function centsIn(table: Locator): Promise<number[]> {
  await expect(table).toBeAttached();
  const amounts = await table.getByRole('cell').allInnerTexts();
  return amounts.map((amount) => Math.round(Number(amount.replace(/[$,]/g, '')) * 100));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

test('Analytics shows which pieces visitors looked at and where they came from; the product form shows the views of its piece', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const { id, name } = await adminApi.addsListing('Looked At');
  const guest = await anotherVisitor();
  // 29 views, so that the piece ranks among the first ones.
  for (let look = 1; look < 30; look += 1)
    await guest.page.request.get(`/product/${id}`, { headers: { Referer: 'https://www.friends.example.com/' } });
  await guest.opens(`/collection?q=${encodeURIComponent(name)}`);
  // Navigation within the browser requests no page that the server could count.
  const viewCounted = guest.page.waitForResponse((answer) => answer.url().endsWith(`/listings/${id}/views`));
  await guest.page.getByRole('main').getByRole('link', { name, exact: true }).click();
  expect((await viewCounted).status()).toBe(200);

  const { page } = owner;
  await owner.opensPanel('/admin/analysis');
  const row = owner.row(name);
  await expect(row.getByRole('cell')).toHaveText([new RegExp(name), '30 views', '0', '0', '0']);
  await expect(owner.row('friends.example.com')).toContainText('29');
  await expectNoViolations(page);
  await row.getByRole('link', { name, exact: true }).click();
  await owner.seesSection('Products');
  await owner.row(name).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toContainText('Last 30 days: 30 views');
});
