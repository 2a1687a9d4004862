import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './test.ts';

test('A product page shows the label, the sections and the pictures of a piece', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opens('/product/red-river-moon');
  const main = page.getByRole('main');
  const facts = ['$3,200.00', 'River Coats', '2023', 'Lê Vân Khê', 'The artist', '75 x 96 cm'];
  for (const fact of facts) await expect(main).toContainText(fact);
  await expect(main).toContainText('This is a unique handcrafted piece - only one available');
  for (const section of ['Description', 'Story', 'Specifications', 'History']) await visitor.seesHeading(section);
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

  // The back button closes an enlarged picture, as visitors with a phone expect.
  await page.getByRole('button', { name: 'Enlarge picture 2 of 3' }).click();
  await expect(enlarged).toBeVisible();
  await page.goBack();
  await expect(enlarged).toBeHidden();
  await expect(page).toHaveURL('/product/red-river-moon');
});

test('An enlarged picture adds one history entry, which is removed when it is closed', { tag: '@any-size' }, async ({
  visitor,
}) => {
  const { page } = visitor;
  const enlarge = page.getByRole('button', { name: /^Enlarge picture/ });
  const enlarged = page.getByRole('dialog', { name: 'Pictures of Red River Moon' });
  await visitor.opensHome();
  await visitor.opensListing('Red River Moon');
  await enlarge.click();
  await expect(enlarged).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarged).toBeHidden();
  for (const _time of ['once', 'again']) {
    await enlarge.click();
    await expect(enlarged).toBeVisible();
    await page.goBack();
    await expect(enlarged).toBeHidden();
  }
  await page.goForward();
  await expect(enlarged).toBeVisible();
  await visitor.reloads();
  await expect(enlarged).toBeVisible();
  await enlarged.getByRole('button', { name: 'Close' }).click();
  await expect(enlarged).toBeHidden();
  await expect(page).toHaveURL('/product/red-river-moon');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await visitor.seesHeading('Lacquer, layered by hand');
});

test('At actual size the fitted picture stays until the large one has loaded', { tag: '@phone' }, async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.opens('/product/red-river-moon');
  await page.getByRole('button', { name: /^Enlarge picture/ }).click();
  const enlarged = page.getByRole('dialog', { name: 'Pictures of Red River Moon' });
  const picture = enlarged.getByRole('img');
  const width = () => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.clientWidth : 0));
  const actualSize = enlarged.getByRole('button', { name: 'Actual size' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await width()).toBe(390);

  let arrive = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/media/**', async (route) => {
    await mayArrive;
    await route.continue();
  });
  await actualSize.click();
  await expect(enlarged.getByText('Loading the actual size')).toBeVisible();
  expect(await width()).toBe(390);
  arrive();
  await expect.poll(width).toBeGreaterThan(390);
  await expect(enlarged.getByText('Loading the actual size')).toBeHidden();
  await actualSize.click();
  await expect.poll(width).toBe(390);
});

test('On a phone the price and the buy button stay in view while scrolling', { tag: '@phone' }, async ({ visitor }) => {
  const { page } = visitor;
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const root = document.documentElement;
      for (const shift of list.getEntries())
        root.dataset.shifts = String(Number(root.dataset.shifts ?? 0) + Number(Reflect.get(shift, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.opens('/product/red-river-moon');
  const main = page.getByRole('main');
  const buy = main.getByRole('button', { name: 'Add to Cart', exact: true });
  const scrollTo = (heading: string) =>
    page.getByRole('heading', { name: heading, exact: true }).evaluate((element) => element.scrollIntoView());

  await scrollTo('Story');
  const bar = main.getByRole('group', { name: 'Buy Red River Moon' });
  await expect(bar).toContainText('$3,200.00');
  await expect(buy).toHaveCount(1);
  await expect(buy).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await buy.boundingBox())?.y).toBeGreaterThan(750);
  await expectNoViolations(page);
  await buy.click();
  await expect(visitor.cart).toBeVisible();
  await visitor.closesCart();
  await expect(main.getByRole('button', { name: 'Already in Cart' })).toBeFocused();
  await expect(main.getByRole('button', { name: 'Already in Cart' })).toBeInViewport({ ratio: 1 });

  // While the button itself is in view there is no bar, and no bar covers the footer.
  await main.getByRole('link', { name: 'Enquire' }).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(bar).toBeHidden();
  await expect(main.getByRole('button', { name: 'Already in Cart' })).toBeInViewport();
  await page.getByRole('contentinfo').evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await expect(main.getByRole('button', { name: 'Already in Cart' })).not.toBeInViewport();
  // The sum of the layout shift scores: the page must not move when the bar appears or disappears.
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shifts ?? 0))).toBeLessThan(0.01);

  await page.setViewportSize({ width: 1440, height: 900 });
  await scrollTo('History');
  await expect(main.getByRole('link', { name: 'Enquire' })).not.toBeInViewport();
  await expect(bar).toBeHidden();
});

test('The bar with the buy button is above the home indicator', { tag: '@phone' }, async ({ visitor, context }) => {
  const { page } = visitor;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await visitor.opens('/product/red-river-moon');
  await page.getByRole('heading', { name: 'Story', exact: true }).evaluate((element) => element.scrollIntoView());
  const buy = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true });
  const bottom = () => buy.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  await expect.poll(bottom).toBe(844 - 34 - 12);
});

test('A product page offers what the state of the piece allows', { tag: '@any-size' }, async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  await visitor.opens('/product/late-frost');
  await expect(page.getByRole('button', { name: 'Sold', exact: true })).toBeDisabled();
  await expect(page.getByRole('figure')).toContainText('SOLD');
  await expect(page.getByText('only one available')).toBeHidden();

  await visitor.opens('/product/tortoise-tide');
  await expect(page.getByRole('button', { name: 'No longer available' })).toBeDisabled();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  await visitor.opens('/product/everyday-red');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/\$[\d,.]+ AUD/);
  await visitor.addsToCart();
  await visitor.closesCart();
  await expect(page.getByText('only one available')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).click();
  await expect(visitor.cart).toBeVisible();

  const bare = await adminApi.addsListing('Bare', {
    images: [],
    artists: '',
    history: 'Not to be told without artists.',
  });
  await visitor.opens(`/product/${bare.id}`);
  await expect(page.getByRole('figure').getByRole('img', { name: bare.name })).toBeVisible();
  await expect(page.getByText('Not to be told without artists.')).toBeHidden();
  await adminApi.changesListing(bare.id, { artists: 'Somebody', owner: 'A collector' });
  await visitor.reloads();
  await expect(page.getByText('Not to be told without artists. Current owner: A collector.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`A narrow picture is shown on the muted background of the page (${colorScheme})`, { tag: '@any-size' }, async ({
    visitor,
  }) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme });
    await visitor.opens('/product/wind-from-the-west');
    const backgrounds = await page.getByRole('figure').evaluate((plate) => {
      const sample = document.body.appendChild(document.createElement('p'));
      sample.style.backgroundColor = 'var(--color-mat)';
      const colours = [plate, sample].map((element) => getComputedStyle(element).backgroundColor);
      sample.remove();
      return colours;
    });
    expect(backgrounds[0]).toBe(backgrounds[1]);
  });
