import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test as base, Owner } from './owner.ts';
import { photograph } from './pictures.ts';
import { shopFixture } from './shop.ts';

/** The test of this file has a shop of its own, because it changes the home page, which other tests read. */
const test = base.extend({
  shop: shopFixture(),
});

test('An owner chooses the piece and words of the home page, and sees them before anybody else does', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { main, page } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  const preview = page.frameLocator('iframe');
  const anna = await anotherVisitor();
  const vera = new Owner(await anotherVisitor(), shop);
  await vera.visitor.startsSignedInAs(await adminApi.addsAdmin('Vera', 'viewer'));
  await owner.opensPanel();
  await owner.visitor.opens('/product/red-river-moon');
  await owner.visitor.addsToCart();
  await owner.opens('/admin/settings/home');

  await test.step('the preview follows what is written, and nothing is public yet', async () => {
    await expect(preview.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
      'Lacquer, layered by hand',
    );
    await main.getByLabel('Piece').selectOption({ label: 'Red River Moon' });
    await main.getByRole('radio', { name: 'Whole' }).check();
    await main.getByLabel('Headline').fill('Made in Hội An');
    await expect(main.getByText('14 of 60 letters')).toBeVisible();
    await expect(preview.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Made in Hội An');
    const header = preview.getByRole('banner');
    await expect(header).toContainText('Sign in');
    await expect(header.getByRole('button', { name: 'Open cart, 0 pieces', includeHidden: true })).toBeAttached();
    await expect(bar).toContainText('Not saved yet: Piece, Picture, Headline.');
    await main.getByRole('button', { name: 'Phone' }).press('Enter');
    await main.getByRole('button', { name: 'Lacquer' }).press('Enter');
    await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectNoViolations(page);
    await anna.opensHome();
    await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText('Lacquer, layered by hand');
  });

  await test.step('the part that stays in sight is moved with the keyboard', async () => {
    const mark = main.getByRole('slider', { name: 'What stays in sight' });
    await mark.press('Shift+ArrowRight');
    await mark.press('ArrowUp');
    await expect(mark).toHaveAttribute('aria-valuetext', '55 percent from the left, 49 percent from the top');
  });

  await test.step('a picture is uploaded and described', async () => {
    await main.getByLabel('Upload images').setInputFiles(await photograph('workshop', '#7a1f1a'));
    await main.getByLabel('Alt text of picture 1').fill('The workshop');
    await expect(preview.getByAltText('The workshop')).toBeAttached();
  });

  await test.step('what is saved is public at once', async () => {
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await anna.reloads();
    await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText('Made in Hội An');
    await expect(anna.page.getByAltText('The workshop')).toBeAttached();
    await expect(anna.page.locator('.hero-caption')).toContainText('Red River Moon');
    await expectNoViolations(anna.page);
  });

  await test.step('a viewer can read the words and change nothing', async () => {
    await vera.opens('/admin/settings/home');
    await expect(vera.main.getByText('Made in Hội An')).toBeVisible();
    await expect(vera.main.getByRole('textbox')).toHaveCount(0);
  });
});
