import { expect, type Page } from '@playwright/test';
import { test } from './owner.ts';
import { panelPaths } from './panel-pages.ts';

/** The widths of the design, in pixels. */
const widths = [390, 768, 1440];

test('Longer words, as in other languages, fit on every page of the shop', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Long Words');
  const customer = await adminApi.addsCustomer('Wilhelmina');
  await adminApi.sells(listing, customer);
  await visitor.startsSignedInAs(customer);
  for (const path of [
    ...['/', '/collection', '/product/red-river-moon', '/product/red-river-moon/look', '/artists', '/series/crossings'],
    ...['/artists/ansel-marrowby', '/cart', '/saved', '/verify', '/account', '/account/profile', '/account/security'],
  ])
    await test.step(path, async () => {
      await visitor.opens(path);
      await expectNothingCut(visitor.page);
    });
});

test('Longer words, as in other languages, fit on every page of the panel', async ({ owner, adminApi }) => {
  test.slow();
  const [dashboard = '', ...paths] = await panelPaths(adminApi);
  await owner.opensPanel(dashboard);
  await expectNothingCut(owner.page);
  for (const path of paths)
    await test.step(path, async () => {
      await owner.goesToPage(path);
      await expectNothingCut(owner.page);
    });
});

/** Makes the words of the page longer, and fails if the page is then wider than the window or an element cuts its text. */
async function expectNothingCut(page: Page): Promise<void> {
  await page.evaluate(lengthenWords);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await page.evaluate(findCutTexts), `cut at ${width} px on ${page.url()}`).toEqual([]);
  }
}

/** Runs in the page. Doubles the vowels of words, as tests with pseudo-locales do, which makes them some 40 % longer. */
function lengthenWords(): void {
  const accents: Readonly<Record<string, string>> = { a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú' };
  const longer = (text: string) => text.replaceAll(/[aeiou]/g, (vowel) => accents[vowel] ?? vowel);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode.parentElement?.closest('script, style, textarea')) continue;
    currentNode.textContent = longer(currentNode.textContent ?? '');
  }
}

/** Runs in the page. Describes what is wider than the window, and elements that hide a part of their text. */
function findCutTexts(): string[] {
  const wider = document.documentElement.scrollWidth - window.innerWidth;
  const found = wider > 0 ? [`the page is ${wider} px wider than the window`] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, textOverflow, clipPath, visibility } = getComputedStyle(element);
    const hides = overflowX === 'hidden' || overflowX === 'clip';
    // Skips texts that are shortened with an ellipsis on purpose, and those for screen readers only.
    if (!hides || textOverflow === 'ellipsis' || clipPath !== 'none' || visibility === 'hidden') continue;
    const ownText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (ownText && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      found.push(`${element.tagName.toLowerCase()}.${element.className}: ${element.textContent?.trim().slice(0, 60)}`);
  }
  return found;
}
