import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** The minified script of axe-core, which a browser parses in half the time of `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that the colour theme affects. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Theme = 'dark' | 'light';

/**
 * The styles of text (`styleOf`) whose colours this worker has checked. Nearly all of the time of axe goes into the contrast of texts, and
 * most texts of a page look like others that were checked before.
 */
const checkedStyles: Record<Theme, Set<string>> = { dark: new Set(), light: new Set() };

/**
 * Checks all axe rules in the light theme, and the colour rules in the dark theme too, for each style of text once. A theme has the same
 * colours at every width, so a test that runs at both widths checks the dark theme at one of them.
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

async function expectNoneInTheme(page: Page, theme: Theme, options: RunOptions): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await animationsEnd(page);
  const checked = checkedStyles[theme];
  const styles = await page.evaluate(markNewStyles, { checked: [...checked], mark });
  // Without new styles the colour rules find nothing new.
  if (styles.length > 0 || !options.runOnly) {
    // The script runs once in each document, because parsing it takes longer than a check.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
    const violations = await page.evaluate(runAxe, { options, mark });
    const found = violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
    }));
    expect(found, `what axe finds in the ${theme} theme at ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null, colorScheme: null });
  for (const style of styles) checked.add(style);
}

/** The attribute of elements whose contrast is checked. */
const mark = 'data-check-contrast';

/**
 * Runs in the page. Marks one element for each style of text that is not in `checked`, and returns these styles: the colour, size and weight
 * of a text, its class and that of the element around it, and all backgrounds behind it.
 */
function markNewStyles({ checked, mark }: { checked: readonly string[]; mark: string }): string[] {
  const known = new Set(checked);
  const added: string[] = [];
  const backgrounds = new Map<Element, string>();
  const backgroundsOf = (element: Element): string => {
    const before = backgrounds.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const parent = element.parentElement ? backgroundsOf(element.parentElement) : '';
    const all = own === 'rgba(0, 0, 0, 0) none 1' ? parent : hashOf(`${parent} ${own}`);
    backgrounds.set(element, all);
    return all;
  };
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  for (const element of document.body.querySelectorAll('*')) {
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const classes = `${element.className} ${element.parentElement?.className}`;
    const style = hashOf([backgroundsOf(element), classes, color, fontSize, fontWeight, textShadow].join(' '));
    if (known.has(style)) continue;
    known.add(style);
    added.push(style);
    element.setAttribute(mark, '');
  }
  return added;

  function hashOf(text: string): string {
    let [one, other] = [0, 5381];
    for (let index = 0; index < text.length; index += 1) {
      one = (Math.imul(one, 31) + text.charCodeAt(index)) | 0;
      other = (Math.imul(other, 33) ^ text.charCodeAt(index)) | 0;
    }
    return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
  }
}

/** Runs in the page, into which `expectNoneInTheme` has put axe. */
async function runAxe({ options, mark }: { options: RunOptions; mark: string }) {
  const { axe: inPage } = window as typeof window & { axe: typeof axe };
  inPage.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
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
