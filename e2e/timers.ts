import type { Page } from '@playwright/test';

/** Makes pages ignore timers of this many milliseconds: on a slow machine they would end before the test has looked. */
export async function ignoresTimersOf(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((ignored) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (call: () => void, ms?: number) => (ms === ignored ? 0 : later(call, ms)) });
  }, milliseconds);
}

/** Milliseconds between two looks of an open page of the panel at what has changed (web/admin/orders, web/admin/products/intake). */
const pollInterval = 5_000;
const shortInterval = 300;

/** Makes pages of the panel look for changes more often, so that a test does not wait for seconds until the next look. */
export async function pollsOften(page: Page): Promise<void> {
  await page.addInitScript(
    ([usual, short]) => {
      const shortened = (ms?: number) => (ms === usual ? short : ms);
      const later = window.setTimeout.bind(window);
      const repeatedly = window.setInterval.bind(window);
      Object.assign(window, {
        setTimeout: (call: TimerHandler, ms?: number, ...given: unknown[]) => later(call, shortened(ms), ...given),
        setInterval: (call: TimerHandler, ms?: number, ...given: unknown[]) =>
          repeatedly(call, shortened(ms), ...given),
      });
    },
    [pollInterval, shortInterval] as const,
  );
}
