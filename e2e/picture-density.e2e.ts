import { expect, type Page } from '@playwright/test';
import { test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true });

for (const path of ['/', '/collection', '/product/red-river-moon', '/product/dry-garden', '/artists/le-van-khe'])
  test(`A phone loads no larger pictures for ${path} than two pixels per CSS pixel need`, async ({ visitor }) => {
    await visitor.opens(path);
    await expectNoneTooLarge(visitor.page);
  });

test('A phone loads no larger picture for the lightbox than two pixels per CSS pixel need', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opens('/product/red-river-moon');
  await page.getByRole('button', { name: 'Enlarge picture 1 of 3' }).click();
  await expect(page.getByRole('dialog', { name: 'Pictures of Red River Moon' })).toBeVisible();
  await expectNoneTooLarge(page);
});

/** Checks that no larger file was loaded than the smallest one with two pixels for each CSS pixel (docs/behaviour/media.md, 12). */
async function expectNoneTooLarge(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  const loaded = await page.evaluate(filesOfPictures);
  expect(loaded.length).toBeGreaterThan(0);
  // A browser also shows a file that it has already loaded in smaller places, so the largest place counts.
  const placesByUrl = Map.groupBy(loaded, ({ url }) => url);
  for (const [url, places] of placesByUrl) {
    const shown = Math.max(...places.map((place) => place.shown));
    const [{ width = 0, widths = [] } = {}] = places;
    const enough = Math.min(...widths.filter((one) => one >= 2 * shown), Math.max(...widths));
    expect(width, `${url}, shown ${Math.round(shown)} pixels wide`).toBeLessThanOrEqual(enough);
  }
}

/** Runs in the page. Returns for each visible picture with variants the width of the loaded file and the widths of all variants. */
function filesOfPictures() {
  return [...document.images].flatMap((image) => {
    const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? [])];
    const candidates = sources
      .map(({ srcset }) => srcset.split(', ').map((candidate) => candidate.split(' ')))
      .find((all) => all.some(([url = '']) => image.currentSrc.endsWith(url)));
    const shown = Math.min(image.clientWidth, (image.clientHeight * image.naturalWidth) / image.naturalHeight);
    if (!candidates || !(shown > 0)) return [];
    const widths = candidates.map(([, width = '']) => Number.parseInt(width, 10));
    const width = widths[candidates.findIndex(([url = '']) => image.currentSrc.endsWith(url))];
    return [{ url: image.currentSrc, shown, width, widths }];
  });
}
