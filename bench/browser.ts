import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { type Figure, quantile } from '../proofs/proof.ts';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const rounds = 5;

/**
 * Measures what a shopper waits for: medians of five rounds. Home is opened as on a phone with a processor that is four times slower,
 * the product page on a desktop that is not slowed.
 */
export async function measureBrowser(directory: string): Promise<Figure[]> {
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, settings: { DEMO: '1' } });
  await untilPicturesAreReady(shop.address);
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const onPhone: Observed[] = [];
  const onDesktop: Moved[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using slow = await browser.newContext(phone);
    onPhone.push(await lookAtHome(await slow.newPage(), shop.address));
    await using fast = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    onDesktop.push(await openAndGoBack(await fast.newPage(), shop.address));
  }
  const ofPhone = (key: keyof Observed) => median(onPhone.map((seen) => seen[key]));
  const ofDesktop = (key: keyof Moved) => median(onDesktop.map((seen) => seen[key]));
  const slowly = 'processor four times slower';
  const soon = { unit: 'ms', wanted: { atMost: 100 } };
  return [
    { what: `largest paint of home, phone, ${slowly}`, measured: ofPhone('largestPaint'), unit: 'ms' },
    { what: 'layout shift', measured: ofPhone('shift'), wanted: { atMost: 0 } },
    { what: `slowest interaction, ${slowly}`, measured: ofPhone('interaction'), ...soon },
    { what: 'from the click on a card to the product page', measured: ofDesktop('openedPiece'), ...soon },
    { what: 'from going back until the list is shown and scrolled', measured: ofDesktop('wentBack'), ...soon },
  ];
}

const median = (values: readonly number[]) => quantile(values, 0.5);

/** Waits until the pictures of the demo are encoded, because encoding slows everything else. */
async function untilPicturesAreReady(address: string): Promise<void> {
  using client = createHttpClient(address);
  const token = await signInAsOwner(client);
  while ((await client.call('countUnfinishedPictures', { token })).body.unfinished > 0) await pause(1_000);
}

/** Measured on home, on a phone with a processor that is four times slower. */
interface Observed {
  /** Milliseconds. */
  largestPaint: number;
  shift: number;
  /** Milliseconds from the slowest interaction to the next frame, by the Event Timing API. */
  interaction: number;
}

/** Milliseconds until the product page is shown, and from going back until the list is shown. */
interface Moved {
  openedPiece: number;
  wentBack: number;
}

async function lookAtHome(page: Page, address: string): Promise<Observed> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Price/ }).tap();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Close' }).first().tap();
  await page.getByRole('button', { name: /menu/i }).first().tap();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
  return page.evaluate(() => Reflect.get(window, 'observed'));
}

function observe(): void {
  const observed = { largestPaint: 0, shift: 0, interaction: 0 };
  Reflect.set(window, 'observed', observed);
  const listen = (type: string, take: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  listen('largest-contentful-paint', ({ startTime }) => {
    observed.largestPaint = startTime;
  });
  listen('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) observed.shift += Number(Reflect.get(entry, 'value'));
  });
  const interaction = (entry: PerformanceEntry) => {
    if (Reflect.get(entry, 'interactionId')) observed.interaction = Math.max(observed.interaction, entry.duration);
  };
  listen('event', interaction, { durationThreshold: 16 });
}

async function openAndGoBack(page: Page, address: string): Promise<Moved> {
  await page.goto(address, { waitUntil: 'networkidle' });
  const link = page.getByRole('listitem').getByRole('heading', { level: 3 }).nth(6).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.scrollIntoViewIfNeeded();
  // The pointer rests on the link before the click, and the shop requests the page at that moment.
  const requested = page.waitForRequest(/\/product\/[^/]+\.data/);
  await link.hover();
  await requested;
  await page.waitForLoadState('networkidle');
  const openedPiece = await page.evaluate(untilHeading, name);
  // A visitor goes back only after the picture is loaded and the animations have ended.
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const wentBack = await page.evaluate(untilBack);
  return { openedPiece, wentBack };
}

/** Runs in the page: milliseconds from the click to the heading of the product page. */
async function untilHeading(name: string): Promise<number> {
  const link = [...document.querySelectorAll<HTMLElement>('h3 a')].find(({ textContent }) => textContent === name);
  const begun = performance.now();
  link?.click();
  while (document.querySelector('h1')?.textContent !== name) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}

/** Runs in the page: milliseconds from going back until the list is shown again and scrolled. */
async function untilBack(): Promise<number> {
  const begun = performance.now();
  history.back();
  while (!document.querySelector('.wall') || window.scrollY === 0) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}
