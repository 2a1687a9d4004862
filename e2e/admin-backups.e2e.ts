import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test as base } from './owner.ts';
import { startShop } from './shop.ts';

/** The test of this file has a shop of its own, which stores its backups in a folder. */
const test = base.extend<object, { backupFolder: string }>({
  backupFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures this one depends on.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'lacquer-backups-'));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ backupFolder }, use) => {
      const settings = { BACKUP_TO: backupFolder, BACKUP_PASSPHRASE: 'four words of a list', DEMO: '0' };
      const shop = await startShop({ settings });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('An owner reads that last night’s backup could be restored, and when the next one is made', async ({
  owner,
  backupFolder,
}) => {
  const { main, page } = owner;
  await expect.poll(() => readdir(backupFolder), { timeout: 60_000 }).toContainEqual(expect.stringMatching(/\.age$/));
  await owner.opensPanel('/admin/settings/backups');
  await expect(async () => {
    await page.reload();
    await expect(main.getByRole('heading', { name: 'Nightly backups' })).toBeVisible();
    await expect(main.getByText('Yes, and everything agreed')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(main.getByRole('term').last()).toHaveText('Next');
  await expect(main.getByRole('definition').last()).toHaveText(/\d{4}, \d{1,2}:\d{2} [ap]m/);
  await expect(main.getByText(/^Encrypted, to a folder; the latest 30 are kept/)).toBeVisible();
  await expect(main.getByRole('list').getByText('Restored', { exact: true })).toBeVisible();
  await expectNoViolations(page);
});
