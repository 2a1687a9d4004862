import type { Page } from '@playwright/test';

/** Makes pages ignore timers of this many milliseconds, which on a slow machine would end before the test has looked. */
export async function ignoresTimersOf(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((ignored) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (call: () => void, ms?: number) => (ms === ignored ? 0 : later(call, ms)) });
  }, milliseconds);
}

/** After how many milliseconds an open page of the panel asks again for changes (web/admin/orders, web/admin/products/intake). */
const pollInterval = 5_000;
const shortInterval = 300;

/** Makes pages of the panel ask for changes more often, so that a test does not wait for seconds. */
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
