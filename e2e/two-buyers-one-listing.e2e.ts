import { expect } from '@playwright/test';
import { card } from './payment.ts';
import { test } from './test.ts';

test('While the first buyer pays, the second sees the piece reserved, then sold', async ({
  visitor: first,
  anotherVisitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Wanted Twice', { price: 990 });
  const [anna, bela] = [await adminApi.addsCustomer('Anna'), await adminApi.addsCustomer('Bela')];
  const second = await anotherVisitor();
  await first.startsSignedInAs(anna);
  await first.opensHome();
  await second.startsSignedInAs(bela);
  await second.opensHome();
  await second.opensListing(listing.name);
  await expect(second.page.getByRole('main')).toContainText('only one available');

  await test.step('the first buyer goes to payment', async () => {
    await first.opensListing(listing.name);
    await first.addsToCart();
    await first.checksOut();
    await first.payment.seesHold();
  });

  await test.step('the second sees it reserved at once, and after a reload', async () => {
    const main = second.page.getByRole('main');
    await expect(main.getByText(/^Reserved until \d{1,2}:\d{2}/)).toBeVisible();
    await second.reloads();
    await expect(main.getByText(/^Reserved until \d{1,2}:\d{2}/)).toBeVisible();
    await second.opensHome();
    await expect(second.card(listing.name)).toContainText('Reserved');
  });

  await test.step('the second cannot check out, and sees which piece and why', async () => {
    second.expectsFailure('/api/holds', 409);
    await second.opensListing(listing.name);
    await second.addsToCart();
    await second.checksOut();
    const { summary } = second.payment;
    await expect(summary.getByRole('alert')).toContainText(`'${listing.name}' is reserved by another buyer`);
    await second.payment.entersDelivery();
    await second.payment.chooses('Credit Card', card);
    const pay = second.payment.payButton(listing.price);
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await pay.press('Enter');
    await expect(second.page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    await second.opens(`/product/${listing.id}`);
    await second.page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).focus();
  });

  await test.step('the first sees on the page of the piece that it is reserved for them', async () => {
    await first.page.goBack();
    await first.seesListing(listing.name);
    await expect(first.page.getByRole('main').getByText(/^Reserved for you until \d{1,2}:\d{2}/)).toBeVisible();
    await first.opensCart();
    await expect(first.cartLine(listing.name)).not.toContainText('Reserved');
    await first.checksOut();
    await first.payment.seesHold();
  });

  await test.step('the first pays, and the second sees it sold without a reload', async () => {
    await first.payment.entersDelivery();
    await first.payment.chooses('Credit Card', card);
    // The message closes by itself, so the test waits for it while the first buyer pays.
    const message = second.page.getByText(`Somebody has just bought ${listing.name}.`);
    const told = expect(message).toBeVisible({ timeout: 60_000 });
    await Promise.all([told, first.payment.pays(listing.price)]);
    await first.payment.seesSuccess(1);
    await expect(second.page.getByRole('button', { name: 'Sold', exact: true })).toBeDisabled();
    await expect(second.page.getByRole('figure')).toContainText('SOLD');
    // The button that had the focus is disabled now, so the focus moves.
    await expect(second.page.getByRole('heading', { level: 1, name: listing.name, exact: true })).toBeFocused();
  });
});

test('When a buyer cancels the payment, the piece is held for the buyer who waits on the payment page', async ({
  visitor: waiting,
  anotherVisitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Given Up');
  const [anna, bela] = [await adminApi.addsCustomer('Anna'), await adminApi.addsCustomer('Bela')];
  await adminApi.putsInCart(anna, listing);
  await adminApi.putsInCart(bela, listing);
  const leaving = await anotherVisitor();
  await leaving.startsSignedInAs(anna);
  await leaving.opensHome();
  await leaving.opensCart();
  await leaving.checksOut();
  await leaving.payment.seesHold();

  await waiting.startsSignedInAs(bela);
  await waiting.opensHome();
  await waiting.opensCart();
  waiting.expectsFailure('/api/holds', 409);
  await waiting.checksOut();
  await expect(waiting.payment.summary.getByRole('alert')).toContainText(
    `'${listing.name}' is reserved by another buyer`,
  );

  await leaving.page.getByRole('link', { name: 'Cancel & Back to Collection' }).click();
  // The buyer who waits gets the hold without a click.
  await waiting.payment.seesHold();
  await expect(leaving.card(listing.name)).toContainText('Reserved');
});
