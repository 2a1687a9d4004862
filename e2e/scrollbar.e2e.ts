import { expect } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';
import { test } from './test.ts';

// Shows scrollbars that take space, as on most desktops. Playwright hides them by default.
test.use({
  launchOptions: { executablePath: findChromium(), args: chromiumFlags, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

test('The cart drawer touches the edge of the window, and the page behind it does not move', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  const heading = page.getByRole('heading', { name: 'Lacquer, layered by hand' });
  const left = () => heading.evaluate((element) => element.getBoundingClientRect().left);
  const before = await left();
  // Lengths in vw include the scrollbar while it is hidden: half a pixel here.
  const isWhereItWas = async () => expect(Math.abs((await left()) - before)).toBeLessThan(1);

  await visitor.opensCart();
  const right = () => visitor.cart.evaluate((drawer) => drawer.getBoundingClientRect().right);
  await expect.poll(right).toBe(await page.evaluate(() => window.innerWidth));
  await isWhereItWas();
  await visitor.closesCart();
  await isWhereItWas();
});
