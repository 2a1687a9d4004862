import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that the colour theme affects. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Checks all axe rules in the light theme, and the colour rules in the dark theme too. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expectNothing(page, 'dark', builder(page).withRules(colourRules));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await expectNothing(page, 'light', builder(page));
  await page.emulateMedia({ reducedMotion: null, colorScheme: null });
}

async function expectNothing(page: Page, theme: string, axe: AxeBuilder): Promise<void> {
  await animationsEnd(page);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
  }));
  expect(found, `what axe finds in the ${theme} theme at ${page.url()}`).toEqual([]);
}

/** Waits until animations have ended, because elements that fade in have no final contrast yet. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}

/** Legacy mode needs no second page for merging the results of frames. Our pages have none. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}
