import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** The minified script of axe-core, which a browser parses in half the time of `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that the colour theme affects. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks all axe rules in the light theme, and the colour rules in the dark theme too. A theme has the same colours at every width, so a
 * test that runs at both widths checks the dark theme at one of them.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  if (!runsAtBothWidths()) await expectNoneInTheme(page, 'dark', { runOnly: colourRules });
  await expectNoneInTheme(page, 'light', {});
}

/** Calls `expectNoViolations` in the test's own window size, and checks the light theme in a window of 390 px, the width of a phone. */
export async function expectNoViolationsAtBothWidths(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoneInTheme(page, 'light', {});
  if (size) await page.setViewportSize(size);
  await expectNoViolations(page);
}

/** Whether this test runs on a phone now, and also on a desktop (playwright.config.ts). */
function runsAtBothWidths(): boolean {
  const { project, tags } = test.info();
  return project.name === 'phone' && !tags.includes('@phone');
}

async function expectNoneInTheme(page: Page, theme: 'dark' | 'light', options: RunOptions): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await animationsEnd(page);
  // The script runs once in each document, because parsing it takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(runAxe, options);
  await page.emulateMedia({ reducedMotion: null, colorScheme: null });
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
  }));
  expect(found, `what axe finds in the ${theme} theme at ${page.url()}`).toEqual([]);
}

/** Runs in the page, into which `expectNoneInTheme` has put axe. */
async function runAxe(options: RunOptions) {
  const { axe: inPage } = window as typeof window & { axe: typeof axe };
  return (await inPage.run(document, { ...options, resultTypes: ['violations'] })).violations;
}

/** Waits until animations have ended, because elements that fade in have no final contrast yet. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
