import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './test.ts';
import { watchPages } from './watch.ts';

// What every other test relies on: that a page cannot do wrong unseen.

const wrongs: Record<string, () => void> = {
  'throws, and nobody catches': () => setTimeout(() => Promise.reject(new Error('uncaught'))),
  'writes an error to the console': () => console.error('complaint'),
  'breaks its policy': () => document.body.setAttribute('style', 'color: red'),
  'makes markup of a text': () => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>a text</b>');
    } catch {
      // The browser refuses; that it was tried is what must be noticed.
    }
  },
  'asks a foreign host': () => void fetch('http://foreign.invalid/').catch(() => {}),
  'is refused by the shop': () => void fetch('/api/no-such-call'),
};

for (const [name, wrong] of Object.entries(wrongs)) {
  test(`It is noticed when a page ${name}`, async ({ browser, shop }) => {
    const context = await browser.newContext({ baseURL: shop.address });
    const watch = await watchPages(context, shop.address);
    const page = await context.newPage();
    await page.goto('/');
    watch.report();
    await page.evaluate(wrong);
    await expect.poll(() => isReported(watch.report)).toBe(true);
    await context.close();
  });
}

for (const [theme, colour] of Object.entries({ light: 'rgb(240 240 240)', dark: 'rgb(25 20 20)' })) {
  test(`It is noticed when text cannot be read in the ${theme} theme`, async ({ shopper }) => {
    await shopper.opensHome();
    const heading = shopper.page.getByRole('heading', { name: 'About', exact: true });
    await heading.evaluate((element, value) => element.attributeStyleMap.set('color', value), colour);
    await expect(expectNoViolations(shopper.page)).rejects.toThrow(`what axe finds in the ${theme} theme`);
  });
}

function isReported(report: () => void): boolean {
  try {
    report();
    return false;
  } catch {
    return true;
  }
}
