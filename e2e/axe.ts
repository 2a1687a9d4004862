import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that a change of the theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Every rule of axe in the light theme, those of colour in the dark one as well. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expectNothing(page, 'dark', builder(page).withRules(colourRules));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await expectNothing(page, 'light', builder(page));
  await page.emulateMedia({ reducedMotion: null, colorScheme: null });
}

async function expectNothing(page: Page, theme: string, axe: AxeBuilder): Promise<void> {
  await comesToRest(page);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
  }));
  expect(found, `what axe finds in the ${theme} theme at ${page.url()}`).toEqual([]);
}

/** What is still fading in has no contrast yet. */
async function comesToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}

/** The legacy mode needs no second page to put the results of frames together: there are none. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}
