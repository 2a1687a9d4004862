import { expect, type Request } from '@playwright/test';
import { test } from './owner.ts';
import type { Visitor } from './visitor.ts';

test('Sign-in says when its script cannot be loaded, and works once it can', async ({ visitor }) => {
  const { page } = visitor;
  const script = await blocksScript(visitor, 'sign-in-views');
  await visitor.opensHome();
  await visitor.opensSignIn();
  const dialog = visitor.signInDialog;
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  await expect(dialog.getByRole('button', { name: 'Load the page again' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // The page behind the dialog still works.
  await visitor.card('Red River Moon').getByRole('button').click();
  await expect(visitor.cart).toBeVisible();
  await visitor.closesCart();

  await visitor.opensSignIn();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(script);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByLabel('Email')).toBeFocused();
});

test('Sign-in that is opened offline says so and can be closed', async ({ visitor, context }) => {
  const { page } = visitor;
  // The dialog also needs scripts that it shares with other pages; they must not be loaded either.
  await blocksScript(visitor, '(?:sign-in-views|code-failure|passkey-button|passkey-in-browser)', 0);
  const loading = new Set<Request>();
  page.on('request', (request) => loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  await visitor.opensHome();
  // Requests that are open when the connection ends, or begin afterwards, fail as well.
  const mayFail = (request: Request) => visitor.expectsFailure(new URL(request.url()).pathname, 0);
  page.on('request', mayFail);
  for (const request of loading) mayFail(request);
  await context.setOffline(true);
  await visitor.opensSignIn();
  await expect(visitor.signInDialog.getByRole('alert')).toContainText('You seem to be offline.');
  // A pointer over a link would load the page behind that link.
  await page.mouse.move(0, 0);
  await page.keyboard.press('Escape');
  await expect(visitor.signInDialog).toBeHidden();
  await context.setOffline(false);
});

test('The product form says when its script cannot be loaded, and opens once it can', async ({ owner }) => {
  const { page, visitor } = owner;
  const script = await blocksScript(visitor, 'listing-form-dialog');
  await owner.opensPanel('/admin/products');
  const add = owner.main.getByRole('button', { name: 'Add New Product' });
  await add.click();
  const dialog = owner.dialog('Add New Product');
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await add.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(script);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByLabel('Name')).toBeVisible();
});

test('A page whose script was removed by an update says so, and loads after a reload', async ({
  visitor,
  browserErrors,
}) => {
  const { page } = visitor;
  const script = await blocksScript(visitor, 'listing');
  browserErrors.allowConsoleError('The script of this page could not be loaded');
  await visitor.opensHome();
  await page.getByRole('link', { name: 'Red River Moon', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('a new version of the shop was put in place');
  await page.unroute(script);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Red River Moon' })).toBeVisible();
});

test('A page that cannot be loaded says why, and can be loaded again', async ({ visitor }) => {
  const { page } = visitor;
  const data = '/product/red-river-moon.data';
  const link = visitor.card('Red River Moon').getByRole('link').first();
  const main = page.getByRole('main');

  visitor.expectsFailure(data, 0);
  await page.route(`**${data}`, (route) => route.abort('connectionrefused'));
  await visitor.opensHome();
  await link.click();
  await visitor.seesHeading('This page could not be loaded.');
  await expect(main).toContainText('The shop could not be reached. Try again in a moment. Your cart is kept.');
  await expect(main).not.toContainText('noted');
  await page.unroute(`**${data}`);
  await main.getByRole('button', { name: 'Load the page again' }).click();
  await visitor.seesListing('Red River Moon');

  // A proxy answers with 502 while the server is down.
  visitor.expectsFailure(data, 502);
  await page.route(`**${data}`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await visitor.opensHome();
  await link.click();
  await expect(main).toContainText('The shop could not be reached.');
  await expect(main).not.toContainText('noted');
});

/** Makes a built script unavailable: the answer is `status`; with 0 there is no connection. Returns the URL pattern for `unroute`. */
async function blocksScript(visitor: Visitor, name: string, status = 404): Promise<RegExp> {
  // With a query, too: the shop asks for the script again at another address.
  const address = new RegExp(`/assets/${name}-[\\w-]{8}\\.js(?:\\?\\d+)?$`);
  await visitor.page.route(address, (route) => {
    visitor.expectsFailure(new URL(route.request().url()).pathname, status);
    return status === 0 ? route.abort('internetdisconnected') : route.fulfill({ status });
  });
  return address;
}
