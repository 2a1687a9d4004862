import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { recordBrowserErrors } from './browser-errors.ts';
import { test } from './test.ts';

// All other tests rely on `recordBrowserErrors` and `expectNoViolations`; these tests check that both report violations.

const violations: Record<string, () => void> = {
  'throws an uncaught error': () => setTimeout(() => Promise.reject(new Error('uncaught'))),
  'writes an error to the console': () => console.error('problem'),
  'violates its Content-Security-Policy': () => document.body.setAttribute('style', 'color: red'),
  'inserts text as markup': () => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>a text</b>');
    } catch {
      // The browser refuses it, but the attempt must be reported.
    }
  },
  'sends a request to another host': () => void fetch('http://foreign.invalid/').catch(() => {}),
  'receives a failure from the server': () => void fetch('/api/no-such-call'),
};

for (const [name, violate] of Object.entries(violations)) {
  test(`The test fails when a page ${name}`, async ({ browser, shop }) => {
    const context = await browser.newContext({ baseURL: shop.address });
    const browserErrors = await recordBrowserErrors(context, shop.origins);
    const page = await context.newPage();
    await page.goto('/');
    browserErrors.expectNone();
    await page.evaluate(violate);
    await expect.poll(() => isReported(browserErrors.expectNone)).toBe(true);
    await context.close();
  });
}

for (const [theme, colour] of Object.entries({ light: 'rgb(240 240 240)', dark: 'rgb(25 20 20)' })) {
  test(`The test fails when text cannot be read in the ${theme} theme`, async ({ visitor }) => {
    await visitor.opensHome();
    const heading = visitor.page.getByRole('heading', { name: 'About', exact: true });
    await heading.evaluate((element, value) => element.attributeStyleMap.set('color', value), colour);
    await expect(expectNoViolations(visitor.page)).rejects.toThrow(`what axe finds in the ${theme} theme`);
  });
}

function isReported(expectNone: () => void): boolean {
  try {
    expectNone();
    return false;
  } catch {
    return true;
  }
}
