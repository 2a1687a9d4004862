import { expect } from '@playwright/test';
import { test } from './test.ts';

/** The minimum size of a touch target in pixels. */
const touchTarget = 44;

test('The price and button of a piece end where its picture ends', async ({ visitor }) => {
  await visitor.opensHome();
  const cards = visitor.page.getByRole('listitem').filter({ has: visitor.page.getByRole('heading', { level: 3 }) });
  await expect(cards).not.toHaveCount(0);
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').textContent();
    const endOf = (part: ReturnType<typeof card.locator>) =>
      part.evaluate((element) => element.getBoundingClientRect().right);
    const picture = await endOf(card.locator('img'));
    for (const part of [card.getByText(/^\$[\d,.]+$/), ...(await card.getByRole('button').all())])
      expect(await endOf(part), name ?? '').toBeLessThanOrEqual(picture + 1);
  }
});

test('Everything to press in the collection is large enough for a finger', async ({ visitor }) => {
  await visitor.opensHome();
  const collection = visitor.page.locator('#collection');
  for (const button of await collection.getByRole('button').all()) {
    const box = await button.boundingBox();
    const name = await button.textContent();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name ?? '').toBeGreaterThanOrEqual(touchTarget);
  }
});
