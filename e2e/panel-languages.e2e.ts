import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expectNoEnglish } from './english-words.ts';
import { test as base } from './owner.ts';
import { panelPaths, panelPiece } from './panel-pages.ts';
import { shopFixture } from './shop.ts';

/** A shop of its own, because other tests expect one language. */
const test = base.extend({
  shop: shopFixture(),
});

/** What the panel shows as it was written: texts of the demo's people, and the subject of an email that was sent. */
const demoDirectory = join(import.meta.dirname, '..', 'server', 'features', 'demo');
const writtenTexts = [
  'Water, for the stair at Birchgrove',
  'The artists of this demo collection do not exist. Their lives, words and exhibitions are invented.',
  'New sign-in to your account',
  ...readdirSync(demoDirectory)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => stringsIn(JSON.parse(readFileSync(join(demoDirectory, name), 'utf8')))),
];

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test('The panel has no English word in Vietnamese, on any of its pages', async ({ owner, adminApi }) => {
  test.slow();
  const { page } = owner;
  await adminApi.changesLanguages({ shown: ['vi'] });
  const paths = await panelPaths(adminApi);
  // Its page asks for the report and shows that there is none.
  owner.visitor.expectsFailure(`/api/admin/condition-reports/${panelPiece}`, 404);
  await owner.opensPanel('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page).toHaveURL('/vi/admin');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  for (const path of paths)
    await test.step(path, async () => {
      await owner.opens(`/vi${path}`);
      await expect(owner.main).not.toHaveAttribute('aria-busy', 'true');
      await expectNoEnglish(page, writtenTexts);
      await expectNoViolations(page);
    });
});
