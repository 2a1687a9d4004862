import { expect, type Locator, type Page } from '@playwright/test';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Where an element is in the window, in CSS pixels. Throws if it is not visible. */
export async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not visible`);
  return box;
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const size = `a window of ${page.viewportSize()?.width} px`;
  await expect.poll(excess, `pixels by which ${page.url()} is wider than ${size}`).toBeLessThanOrEqual(0);
}
