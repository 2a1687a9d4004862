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
  // While the scrollbar is hidden, lengths in vw include its width: that moves the heading by half a pixel.
  const expectNotMoved = async () => expect(Math.abs((await left()) - before)).toBeLessThan(1);

  await visitor.opensCart();
  const right = () => visitor.cart.evaluate((drawer) => drawer.getBoundingClientRect().right);
  await expect.poll(right).toBe(await page.evaluate(() => window.innerWidth));
  await expectNotMoved();
  await visitor.closesCart();
  await expectNotMoved();
});
