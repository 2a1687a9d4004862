import type { Page } from '@playwright/test';

/** Makes pages ignore timers of this many milliseconds: on a slow machine they would end before the test has looked. */
export async function ignoresTimersOf(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((ignored) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (call: () => void, ms?: number) => (ms === ignored ? 0 : later(call, ms)) });
  }, milliseconds);
}
