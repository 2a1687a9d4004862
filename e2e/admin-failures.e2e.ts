import { expect, type Page } from '@playwright/test';
import { type SectionName, test } from './owner.ts';

test('A range and a chart type that are chosen while the sales load are both applied', async ({ owner }) => {
  const { page, main } = owner;
  await owner.opensPanel('/admin/analysis');
  const daily = await holdsBack(page, '**/api/admin/sales/day');
  await main.getByLabel('Range').selectOption('Daily');
  await main.getByLabel('Chart', { exact: true }).selectOption('Bar Chart');
  await expect(main.getByLabel('Range')).toHaveValue('day');
  await expect(main.getByLabel('Chart', { exact: true })).toHaveValue('bar');
  daily.release();
  await expect(page).toHaveURL('/admin/analysis?range=day&chart=bar');
  await expect(main.getByRole('group', { name: 'Sales by day, bar chart.' })).toBeVisible();
  await expect(main.getByLabel('Range')).toHaveValue('day');
});

test('Analytics says that it is loading, whether opened from the panel or directly', async ({ owner }) => {
  const { page, main } = owner;
  const monthly = await holdsBack(page, '**/api/admin/sales/month');
  await owner.opensPanel('/admin');
  await owner.navigation.getByRole('link', { name: 'Analytics' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Sales Analytics' })).toBeVisible();
  await expect(main.getByRole('status')).toHaveText('Loading sales data...');
  await page.reload();
  await expect(main.getByRole('heading', { level: 1, name: 'Sales Analytics' })).toBeVisible();
  await expect(main.getByText('Loading sales data...')).toBeVisible();
  monthly.release();
  await expect(main.getByText('Average Daily Sales (This Month)')).toBeVisible();
  await expect(main.getByText('Loading sales data...')).toBeHidden();
});

test('On a phone the chart shows the latest period', async ({ owner }) => {
  const { page, main } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.opensPanel('/admin/analysis?range=day');
  const chart = main.getByRole('group', { name: 'Sales by day, line chart.' });
  await expect(chart).toBeVisible();
  const pixelsRightOfView = () => chart.evaluate((box) => box.scrollWidth - box.clientWidth - box.scrollLeft);
  expect(await chart.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  await expect.poll(pixelsRightOfView).toBeLessThan(2);
});

test('Lists that cannot be loaded say so, and do not say that they are empty', async ({ owner }) => {
  await owner.opensPanel();
  const { page, main, visitor } = owner;
  for (const [section, path, words] of [
    ['Orders', '/api/admin/orders', 'Failed to fetch orders'],
    ['Products', '/api/admin/listings', 'Failed to fetch listings'],
    ['Users', '/api/admin/users', 'Failed to fetch users'],
  ] as const) {
    visitor.expectsFailure(path, 500);
    await page.route(`**${path}?*`, (route) => route.fulfill({ status: 500 }));
    await owner.goesTo(section);
    await expect(main.getByRole('alert')).toContainText(words);
    await expect(main).not.toContainText(/No \w+ found|^0 /);
    await page.unroute(`**${path}?*`);
    await main.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  }
  visitor.expectsFailure('/api/admin/users/active', 500);
  await page.route('**/api/admin/users/active', (route) => route.fulfill({ status: 500 }));
  await owner.goesTo('Dashboard');
  await expect(main.getByRole('alert')).toContainText('Failed to fetch active users');
  await expect(main).not.toContainText('No users found');
  await expect(main.getByRole('link', { name: /^Total Users/ })).toBeVisible();
});

test('If a part of the server’s answer is missing, the panel shows the rest', async ({ owner, adminApi }) => {
  const { page, main } = owner;
  const customer = await adminApi.addsCustomer('Partly Known');
  const order = await adminApi.sells(await adminApi.addsListing('Partly Told'), customer);

  await test.step('a user without a score has 0 points', async () => {
    await changesAnswers(page, '**/api/admin/users/active', (answer) => {
      for (const user of arrayAt(answer, 'users')) delete user.activityScore;
    });
    await owner.opensPanel('/admin');
    await expect(main.getByRole('heading', { name: 'Most Active Users' })).toBeVisible();
    await expect(main.getByText('0 points').first()).toBeVisible();
  });

  await test.step('an order without its buyer, delivery and pieces shows its total', async () => {
    await changesAnswers(page, '**/api/admin/orders?*', (answer) => {
      for (const row of arrayAt(answer, 'orders')) for (const part of ['buyer', 'delivery', 'items']) delete row[part];
    });
    await owner.goesTo('Orders');
    await expect(owner.row(order.id)).toContainText('$1,250.00');
    await changesAnswers(page, `**/api/admin/orders/${order.id}/details`, (answer) => {
      const details = objectAt(answer, 'order');
      for (const part of ['buyer', 'delivery', 'payments', 'history']) delete details[part];
      for (const item of arrayAt(details, 'items')) delete item.listing;
    });
    await owner.row(order.id).getByRole('button', { name: 'View' }).click();
    const dialog = owner.dialog('Order Details');
    await expect(dialog).toContainText('Buyer information not available');
    await expect(dialog.getByRole('heading', { name: 'Delivery' })).toBeHidden();
    await expect(dialog).toContainText(`Product ID: ${order.items[0]?.listingId}`);
    await expect(dialog).toContainText('$1,250.00');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a listing of which only the id arrived has a row with placeholders', async () => {
    await changesAnswers(page, '**/api/admin/listings?*', (answer) => {
      const [first] = arrayAt(answer, 'listings');
      for (const part of Object.keys(first ?? {})) if (part !== 'id' && first) delete first[part];
    });
    await owner.goesTo('Products');
    const row = main.getByRole('row').nth(1);
    await expect(row).toContainText('No Image');
    await expect(row).toContainText('Unknown');
    await expect(row).toContainText('N/A');
    await expect(main.getByRole('row').nth(2)).toContainText('$');
  });

  await test.step('averages without their explanation have a general one', async () => {
    await changesAnswers(page, '**/api/admin/sales/month', (answer) => {
      delete objectAt(objectAt(answer, 'data'), 'metadata').calculationInfo;
    });
    await owner.goesTo('Analytics');
    await expect(main.getByText('Total of this year divided by 12')).toBeVisible();
    await expect(main.getByRole('group', { name: 'Sales by month, line chart.' })).toBeVisible();
  });
});

test('If a row, a part or a section cannot be shown, the rest of the panel still works', async ({
  owner,
  browserErrors,
}) => {
  const { page, main } = owner;
  browserErrors.allowConsoleError('TypeError');
  browserErrors.allowConsoleError('RangeError');

  await test.step('a row of a table says that it cannot be shown', async () => {
    let id: unknown;
    await changesAnswers(page, '**/api/admin/orders?*', (answer) => {
      const [, second] = arrayAt(answer, 'orders');
      id = second?.id;
      delete second?.orderDate;
    });
    await owner.opensPanel('/admin/orders');
    await expect(main.getByRole('row').nth(2)).toHaveText(`This row could not be shown. ${id}`);
    await expect(main.getByRole('row').nth(1)).toContainText('$');
    await expect(main.getByRole('row').nth(3)).toContainText('$');
  });

  await test.step('an enquiry says that it cannot be shown', async () => {
    const enquiry = { email: 'hoa@example.com', subject: 'Its size', message: 'How tall?', doneAt: null };
    const empty = { pieces: [], place: null, replies: [] };
    const enquiries = [
      { ...enquiry, ...empty, id: 'known', name: 'Hoa', createdAt: '2026-11-20T00:00:00.000Z' },
      { ...enquiry, ...empty, id: 'undated', name: 'Ben' },
    ];
    await page.route('**/api/admin/enquiries?*', (route) =>
      route.fulfill({ json: { success: true, enquiries, total: 2, unread: 2 } }),
    );
    await owner.goesTo('Enquiries');
    await expect(main.getByRole('listitem').filter({ hasText: 'Hoa' })).toContainText('How tall?');
    await expect(main.getByText('This entry could not be shown.')).toBeVisible();
    await page.unroute('**/api/admin/enquiries?*');
  });

  await test.step('a part of the dashboard says that it cannot be shown', async () => {
    await changesAnswers(page, '**/api/admin/dashboard', (answer) => {
      delete answer.recentActivity;
    });
    await owner.goesTo('Dashboard');
    await expect(main.getByRole('alert')).toContainText('This part could not be shown.');
    await expect(main.getByRole('link', { name: /^Total Users/ })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Most Active Users' })).toBeVisible();
    await page.unroute('**/api/admin/dashboard');
    await main.getByRole('button', { name: 'Try Again' }).click();
    await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  });

  await test.step('a section says that it cannot be shown', async () => {
    await changesAnswers(page, '**/api/admin/users?*', (answer) => {
      delete answer.users;
    });
    await owner.navigation.getByRole('link', { name: 'Users' }).click();
    await expect(main.getByRole('alert')).toContainText('This section could not be shown.');
    await expect(main.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await owner.goesTo('Holds');
    await page.goBack();
    await expect(main.getByRole('alert')).toContainText('This section could not be shown.');
    await page.unroute('**/api/admin/users?*');
    await main.getByRole('button', { name: 'Try Again' }).click();
    await expect(main.getByRole('table', { name: 'Users' })).toBeVisible();
  });
});

test('While the server is unavailable every section says so, and loads again once it is back', async ({ owner }) => {
  const { page, main, visitor } = owner;
  await owner.opensPanel('/admin/analysis');
  // Loads the scripts of the sections before the server becomes unavailable.
  const names = [
    'Users',
    'Products',
    'Orders',
    'Logo Manager',
    'Enquiries',
    'Holds',
    'Staff',
    'Audit',
    'Dashboard',
  ] as const;
  for (const name of names) await owner.goesTo(name);
  await page.route('**/api/**', (route) => {
    visitor.expectsFailure(new URL(route.request().url()).pathname, 0);
    return route.abort('connectionrefused');
  });
  const all: readonly SectionName[] = [...names.slice(0, -1), 'Analytics', 'Dashboard'];
  for (const name of all) {
    await owner.goesTo(name);
    await expect(main.getByRole('alert').first()).toContainText(/Network error|Failed to load sales data/);
    await expect(main.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();
  }
  await page.unroute('**/api/**');
  await main.getByRole('button', { name: 'Try Again' }).click();
  await expect(main.getByRole('link', { name: /^Total Users/ })).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});

type Json = Record<string, unknown>;

/** Changes the server's answer before the page receives it. */
async function changesAnswers(page: Page, address: string, change: (answer: Json) => void): Promise<void> {
  await page.unroute(address);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const answer: Json = await response.json();
    change(answer);
    await route.fulfill({ response, json: answer });
  });
}

/** The object at this key. If the key is missing, using the result throws, and the test fails. */
function objectAt(value: Json, key: string): Json {
  return value[key] as Json;
}

function arrayAt(value: Json, key: string): Json[] {
  return value[key] as Json[];
}

/** Delays requests to an address until `release` is called. */
async function holdsBack(page: Page, address: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    // Fails if the page was left meanwhile, which cancels its requests.
    await route.continue().catch(() => {});
  });
  return { release: resolve };
}
