import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expectNoEnglish } from './english-words.ts';
import { test as base } from './owner.ts';
import { panelPaths } from './panel-pages.ts';
import { shopFixture } from './shop.ts';

/** A shop of its own, because other tests expect one language. */
const test = base.extend({
  shop: shopFixture(),
});

const demoDirectory = join(import.meta.dirname, '..', 'server', 'features', 'demo');
/** The English texts that the panel shows as they were written: those of the demo, and the subject of an email that was sent. */
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

test('No page of the Vietnamese panel has an English word', async ({ owner, adminApi }) => {
  test.slow();
  const { page } = owner;
  await adminApi.changesLanguages({ shown: ['vi'] });
  // The first of them is the dashboard, which is open already.
  const [, ...paths] = await panelPaths(adminApi);
  await owner.opensPanel('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page).toHaveURL('/vi/admin');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await owner.visitor.hasPage();
  const check = async () => {
    await expectNoEnglish(page, writtenTexts);
    await expectNoViolations(page);
  };
  await check();
  for (const path of paths)
    await test.step(path, async () => {
      await owner.goesToPage(path);
      await check();
    });
});

/** The buttons that open a dialog, by the path of their page. */
const dialogs: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  '/admin': ['Gỡ dữ liệu mẫu'],
  '/admin/products': ['Thêm tác phẩm', 'Sửa', 'Xoá'],
  '/admin/products/private': ['Sửa', 'Liên kết mới', 'Đóng'],
  '/admin/products/close-look/red-river-moon': ['Gỡ tất cả', 'Gỡ bỏ ảnh 1'],
  '/admin/orders': ['Xem', 'Cập nhật trạng thái'],
  '/admin/users': ['Thêm người dùng mới', 'Cấp quyền quản trị', 'Chặn', 'Xoá'],
  '/admin/artists': [/^Xoá /],
  '/admin/artists/series': [/^Xoá /],
  '/admin/staff': ['Mời một người'],
};

test('Dialogs of the Vietnamese panel have no English word', async ({ owner, adminApi }) => {
  const { page, main } = owner;
  await adminApi.changesLanguages({ shown: ['vi'] });
  await owner.opensPanel('/vi/admin/audit');
  for (const [path, buttons] of Object.entries(dialogs))
    await test.step(path, async () => {
      await owner.goesToPage(path);
      for (const name of buttons) {
        await main.getByRole('button', { name, exact: true }).first().click();
        const dialog = page.locator('dialog[open]');
        await expect(dialog).toBeVisible();
        await expectNoEnglish(page, writtenTexts);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    });
});
