import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { openShop, type RunningShop } from './shop.ts';
import { Shopkeeper } from './shopkeeper.ts';
import { Shopper } from './shopper.ts';
import { type Watch, watchPages } from './watch.ts';

interface People {
  /** In the test's own browser. */
  shopper: Shopper;
  /** Somebody else, or another device of the same person: a browser that knows nothing of the first. */
  anotherShopper: () => Promise<Shopper>;
  watch: Watch;
  /** After the test; so that the wall stays short, and shows the demo on its first page. */
  wallAsBefore: undefined;
}

interface House {
  /** One for the files a worker runs, one after the other: a test sells pieces of its own only. */
  shop: RunningShop;
  shopkeeper: Shopkeeper;
}

export const test = base.extend<People, House>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
    async ({}, use) => {
      const shop = await openShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shopkeeper: [async ({ shop }, use) => use(new Shopkeeper(shop)), { scope: 'worker' }],
  wallAsBefore: [
    async ({ shopkeeper }, use) => {
      await use(undefined);
      await shopkeeper.takesDownPieces();
    },
    { auto: true },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),

  watch: async ({ context, shop }, use) => {
    const watch = await watchPages(context, shop.address);
    await use(watch);
    watch.report();
  },
  shopper: async ({ page, watch }, use) => use(new Shopper(page, watch)),
  anotherShopper: async ({ browser, shop, contextOptions, viewport, hasTouch, isMobile }, use) => {
    const opened: { context: BrowserContext; watch: Watch }[] = [];
    await use(async () => {
      const context = await newContext(browser, shop, { ...contextOptions, viewport, hasTouch, isMobile });
      const watch = await watchPages(context, shop.address);
      opened.push({ context, watch });
      return new Shopper(await context.newPage(), watch);
    });
    for (const { context } of opened) await context.close();
    for (const { watch } of opened) watch.report();
  },
});

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

function newContext(browser: Browser, shop: RunningShop, options: ContextOptions): Promise<BrowserContext> {
  return browser.newContext({ ...options, baseURL: shop.address });
}
