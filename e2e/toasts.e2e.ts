import { expect, type Locator, type Page } from '@playwright/test';
import { boxOf } from './layout.ts';
import { test } from './test.ts';
import { ignoresTimersOf } from './timers.ts';

/** After how many milliseconds a message closes (web/ui/toast.tsx). */
const displayTime = 6_000;
test.beforeEach(({ page }) => ignoresTimersOf(page, displayTime));

for (const width of [390, 1440]) {
  test(`At ${width} px a message covers nothing of the open cart`, async ({ visitor, adminApi }) => {
    const { page, cart } = visitor;
    await page.setViewportSize({ width, height: 844 });
    const [watched, wanted] = [await adminApi.addsListing('Watched'), await adminApi.addsListing('Wanted')];
    await visitor.opens(`/product/${wanted.id}`);
    await visitor.addsToCart();
    await visitor.closesCart();
    await visitor.opens(`/product/${watched.id}`);
    await visitor.opensCart();
    await adminApi.sells(watched, await adminApi.addsCustomer('Quick'));
    const toast = messageIn(cart, `Somebody has just bought ${watched.name}.`);
    await expect(toast).toBeInViewport({ ratio: 1 });
    await waitsForAnimations(toast);
    await expectClear(toast, [
      cart.getByRole('heading', { name: 'Your Cart' }),
      cart.getByRole('button', { name: 'Close cart' }),
      visitor.cartLine(wanted.name),
      cart.getByRole('button', { name: 'Sign In to Checkout' }),
      cart.getByRole('button', { name: 'Continue Shopping' }),
    ]);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
  });

  test(`At ${width} px a message covers nothing of the sign-in dialog`, async ({ visitor, adminApi }) => {
    const { page, signInDialog } = visitor;
    await page.setViewportSize({ width, height: 844 });
    const watched = await adminApi.addsListing('Watched');
    await visitor.opens(`/product/${watched.id}`);
    await visitor.opensSignIn();
    await expect(signInDialog.getByLabel('Email')).toBeFocused();
    await adminApi.sells(watched, await adminApi.addsCustomer('Quick'));
    const toast = messageIn(signInDialog, `Somebody has just bought ${watched.name}.`);
    await expect(toast).toBeInViewport({ ratio: 1 });
    await expectClear(toast, [
      signInDialog.getByRole('heading', { name: 'Sign In' }),
      signInDialog.getByRole('button', { name: 'Close' }),
      signInDialog.getByLabel('Email'),
      signInDialog.getByLabel('Password'),
      signInDialog.getByRole('button', { name: 'Sign In', exact: true }),
    ]);
  });

  test(`At ${width} px a message covers no heading of the page`, async ({ visitor, adminApi }) => {
    const { page } = visitor;
    await page.setViewportSize({ width, height: 844 });
    const customer = await adminApi.addsCustomer('Reader');
    await visitor.opensHome();
    await visitor.signsIn(customer);
    const toast = messageIn(page, `You are signed in as ${customer.name}.`);
    const heading = page.getByRole('heading', { name: 'About', exact: true });
    const headings = await page.getByRole('main').getByRole('heading').all();
    // The message is positioned when the page has stopped moving.
    await expect(async () => {
      await heading.evaluate((element) => {
        element.scrollIntoView({ block: 'end' });
        window.scrollBy(0, 40);
      });
      expect((await boxOf(heading)).y).toBeLessThan(844);
      await expectClear(toast, headings);
    }).toPass();
    await expect(toast).toBeInViewport({ ratio: 1 });
  });
}

test('A message has a visible edge on dark backgrounds and in forced colours', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  await page.emulateMedia({ colorScheme: 'dark' });
  await visitor.opensHome();
  await visitor.signsIn(await adminApi.addsCustomer('Edge'));
  const toast = messageIn(page, 'You are signed in as Edge.');
  const edge = () =>
    toast.evaluate((element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return { width: borderTopWidth, isSeen: borderTopColor !== backgroundColor };
    });
  expect(await edge()).toEqual({ width: '1px', isSeen: true });
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await edge()).toEqual({ width: '1px', isSeen: true });
});

function messageIn(place: Page | Locator, text: string): Locator {
  return place.getByRole('group').filter({ hasText: text });
}

/** Waits until all animations of the page have ended: the list below a message moves to make room for it. */
async function waitsForAnimations(toast: Locator): Promise<void> {
  await toast.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Checks that the message overlaps none of the other elements. */
async function expectClear(toast: Locator, others: readonly Locator[]): Promise<void> {
  const box = await boxOf(toast);
  for (const other of others) {
    const { x, y, width, height } = await boxOf(other);
    const isApart = x + width <= box.x || box.x + box.width <= x || y + height <= box.y || box.y + box.height <= y;
    expect(isApart, `${toast} beside ${other}`).toBe(true);
  }
}
