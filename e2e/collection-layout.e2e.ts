import { expect } from '@playwright/test';
import { test } from './test.ts';

/** The minimum width and height of a touch target, in CSS pixels. */
const touchTarget = 44;

test('The price and button of a piece do not reach beyond the right edge of its picture', async ({ visitor }) => {
  await visitor.opensHome();
  const cards = visitor.page.getByRole('listitem').filter({ has: visitor.page.getByRole('heading', { level: 3 }) });
  await expect(cards).not.toHaveCount(0);
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').textContent();
    const rightEdgeOf = (part: ReturnType<typeof card.locator>) =>
      part.evaluate((element) => element.getBoundingClientRect().right);
    const pictureEdge = await rightEdgeOf(card.locator('img'));
    for (const part of [card.getByText(/^\$[\d,.]+$/), ...(await card.getByRole('button').all())])
      expect(await rightEdgeOf(part), name ?? '').toBeLessThanOrEqual(pictureEdge + 1);
  }
});

test('Every button in the collection is large enough for a finger', async ({ visitor }) => {
  await visitor.opensHome();
  const collection = visitor.page.locator('#collection');
  for (const button of await collection.getByRole('button').all()) {
    const box = await button.boundingBox();
    const name = await button.textContent();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name ?? '').toBeGreaterThanOrEqual(touchTarget);
  }
});
