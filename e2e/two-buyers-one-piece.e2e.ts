import { expect } from '@playwright/test';
import { card } from './payment.ts';
import { test } from './test.ts';

test('While the first buyer pays, the second sees it reserved, then sold', async ({
  shopper: first,
  anotherShopper,
  shopkeeper,
}) => {
  const piece = await shopkeeper.hangsPiece('Wanted Twice', { price: 990 });
  const [anna, bela] = [await shopkeeper.registersCustomer('Anna'), await shopkeeper.registersCustomer('Bela')];
  const second = await anotherShopper();
  await first.opensHome();
  await first.signsIn(anna);
  await second.opensHome();
  await second.signsIn(bela);
  await second.opensPiece(piece.name);
  await expect(second.page.getByRole('main')).toContainText('only one available');

  await test.step('the first goes to payment', async () => {
    await first.opensPiece(piece.name);
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
    await expect(second.card(piece.name)).toContainText('Reserved');
  });

  await test.step('the second cannot take it to payment, and is told which and why', async () => {
    second.willBeRefused('/api/holds', 409);
    await second.opensPiece(piece.name);
    await second.addsToCart();
    await second.checksOut();
    const { summary } = second.payment;
    await expect(summary.getByRole('alert')).toContainText(`'${piece.name}' is reserved by another buyer`);
    await second.payment.entersDelivery();
    await second.payment.chooses('Credit Card', card);
    const pay = second.payment.payButton(piece.price);
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await pay.press('Enter');
    await expect(second.page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    await second.opens(`/product/${piece.id}`);
  });

  await test.step('the first, who looks at it again, reads that it is theirs', async () => {
    await first.page.goBack();
    await first.seesHeading(piece.name);
    await expect(first.page.getByRole('main').getByText(/^Reserved for you until \d{1,2}:\d{2}/)).toBeVisible();
    await first.opensCart();
    await expect(first.cartLine(piece.name)).not.toContainText('Reserved');
    await first.checksOut();
    await first.payment.seesHold();
  });

  await test.step('the first finishes, and the second sees it sold without a reload', async () => {
    await first.payment.entersDelivery();
    await first.payment.chooses('Credit Card', card);
    await first.payment.pays(piece.price);
    await first.payment.seesSuccess(1);
    await expect(second.page.getByRole('button', { name: 'Sold', exact: true })).toBeDisabled();
    await expect(second.page.getByRole('figure')).toContainText('SOLD');
    await expect(second.page.getByText(`Somebody has just bought ${piece.name}.`)).toBeVisible();
  });
});

test('A buyer who gives up sets the piece free for the one who waits', async ({
  shopper: waiting,
  anotherShopper,
  shopkeeper,
}) => {
  const piece = await shopkeeper.hangsPiece('Given Up');
  const [anna, bela] = [await shopkeeper.registersCustomer('Anna'), await shopkeeper.registersCustomer('Bela')];
  await shopkeeper.putsInCart(anna, piece);
  await shopkeeper.putsInCart(bela, piece);
  const leaving = await anotherShopper();
  await leaving.opensHome();
  await leaving.signsIn(anna);
  await leaving.opensCart();
  await leaving.checksOut();
  await leaving.payment.seesHold();

  await waiting.opensHome();
  await waiting.signsIn(bela);
  await waiting.opensCart();
  waiting.willBeRefused('/api/holds', 409);
  await waiting.checksOut();
  await expect(waiting.payment.summary.getByRole('alert')).toContainText(
    `'${piece.name}' is reserved by another buyer`,
  );

  await leaving.page.getByRole('link', { name: 'Cancel & Back to Collection' }).click();
  // It is held at once for the one who waits, without a click.
  await waiting.payment.seesHold();
  await expect(leaving.card(piece.name)).toContainText('Reserved');
});
