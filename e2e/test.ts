import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { AdminApi } from './admin-api.ts';
import { type BrowserErrors, recordBrowserErrors } from './browser-errors.ts';
import { type RunningShop, shopFixture } from './shop.ts';
import { Visitor } from './visitor.ts';

interface TestFixtures {
  /** The visitor in the browser that Playwright opens for the test. */
  visitor: Visitor;
  /** Opens another browser, for another person or another device. */
  anotherVisitor: () => Promise<Visitor>;
  browserErrors: BrowserErrors;
  /** Runs after every test, so that the first page of the collection shows the demo listings. */
  deleteAddedListings: undefined;
}

interface WorkerFixtures {
  /** One server for all files of a worker. Tests sell only listings that they added. */
  shop: RunningShop;
  adminApi: AdminApi;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: shopFixture(),
  adminApi: [async ({ shop }, use) => use(new AdminApi(shop)), { scope: 'worker' }],
  deleteAddedListings: [
    async ({ adminApi }, use) => {
      await use(undefined);
      await adminApi.deletesAddedListings();
    },
    { auto: true },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),

  browserErrors: async ({ context, shop }, use) => {
    const browserErrors = await recordBrowserErrors(context, shop.origins);
    await use(browserErrors);
    browserErrors.expectNone();
  },
  visitor: async ({ page, browserErrors }, use) => use(new Visitor(page, browserErrors)),
  anotherVisitor: async ({ browser, shop, contextOptions, viewport, hasTouch, isMobile }, use) => {
    const opened: { context: BrowserContext; browserErrors: BrowserErrors }[] = [];
    await use(async () => {
      const context = await newContext(browser, shop, { ...contextOptions, viewport, hasTouch, isMobile });
      const browserErrors = await recordBrowserErrors(context, shop.origins);
      opened.push({ context, browserErrors });
      return new Visitor(await context.newPage(), browserErrors);
    });
    for (const { context } of opened) await context.close();
    for (const { browserErrors } of opened) browserErrors.expectNone();
  },
});

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

function newContext(browser: Browser, shop: RunningShop, options: ContextOptions): Promise<BrowserContext> {
  return browser.newContext({ ...options, baseURL: shop.address });
}
