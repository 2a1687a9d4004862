import { expect } from '@playwright/test';
import { test } from './test.ts';

test('The page of a piece: label, sections and the pictures one by one', async ({ shopper }) => {
  const { page } = shopper;
  await shopper.opens('/product/red-river-moon');
  const main = page.getByRole('main');
  const facts = ['$3,200.00', 'River Coats', '2023', 'Lê Vân Khê', 'The artist', '75 x 96 cm'];
  for (const fact of facts) await expect(main).toContainText(fact);
  await expect(main).toContainText('This is a unique handcrafted piece - only one available');
  for (const section of ['Description', 'Story', 'Specifications', 'History']) await shopper.seesHeading(section);
  await expect(main).toContainText("Shown in the studio's spring opening, 2024. Current owner: The artist.");

  const plate = page.getByRole('figure').getByRole('img');
  await expect(plate).toHaveAccessibleName(/^Framed upright lacquer panel/);
  await expect.poll(() => plate.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Picture 2 of 3' }).click();
  await expect(plate).toHaveAccessibleName(/^Close view of the moon/);
  await page.keyboard.press('ArrowRight');
  await expect(plate).toHaveAccessibleName(/^The panel hanging/);
  await page.keyboard.press('ArrowRight');
  await expect(plate).toHaveAccessibleName(/^Framed upright/);

  await page.getByRole('button', { name: 'Enlarge picture 1 of 3' }).click();
  const enlarged = page.getByRole('dialog', { name: 'Pictures of Red River Moon' });
  await expect(enlarged.getByRole('img')).toHaveAccessibleName(/^Framed upright/);
  await enlarged.getByRole('button', { name: 'Next picture' }).click();
  await expect(enlarged.getByRole('status')).toHaveText('2 of 3');
  await enlarged.getByRole('button', { name: 'Actual size' }).click();
  await expect(enlarged.getByRole('button', { name: 'Actual size', pressed: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarged).toBeHidden();
  await expect(plate).toHaveAccessibleName(/^Close view/);

  // On a phone the way back is how one closes a picture.
  await page.getByRole('button', { name: 'Enlarge picture 2 of 3' }).click();
  await expect(enlarged).toBeVisible();
  await page.goBack();
  await expect(enlarged).toBeHidden();
  await expect(page).toHaveURL('/product/red-river-moon');
});

test('What can be done with a piece, in every state', async ({ shopper, shopkeeper }) => {
  const { page } = shopper;
  await shopper.opens('/product/late-frost');
  await expect(page.getByRole('button', { name: 'Sold', exact: true })).toBeDisabled();
  await expect(page.getByRole('figure')).toContainText('SOLD');
  await expect(page.getByText('only one available')).toBeHidden();

  await shopper.opens('/product/tortoise-tide');
  await expect(page.getByRole('button', { name: 'No longer available' })).toBeDisabled();

  await shopper.opens('/product/everyday-red');
  await shopper.addsToCart();
  await shopper.closesCart();
  await expect(page.getByText('only one available')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).click();
  await expect(shopper.cart).toBeVisible();

  const bare = await shopkeeper.hangsPiece('Bare', {
    images: [],
    artists: '',
    history: 'Not to be told without artists.',
  });
  await shopper.opens(`/product/${bare.id}`);
  await expect(page.getByRole('figure').getByRole('img', { name: bare.name })).toBeVisible();
  await expect(page.getByText('Not to be told without artists.')).toBeHidden();
  await shopkeeper.changesPiece(bare.id, { artists: 'Somebody', owner: 'A collector' });
  await shopper.reloads();
  await expect(page.getByText('Not to be told without artists. Current owner: A collector.')).toBeVisible();
});
