import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

const front = new URL('../server/features/demo/pictures/red-river-moon-1.webp', import.meta.url);

test('An owner uploads a scan, follows its tiles, and removes it; the page of the piece names its manifest', async ({
  owner,
  adminApi,
  anotherVisitor,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon with a Scan');
  const panel = main.getByRole('region', { name: 'Scan', exact: true });
  const address = `/api/admin/products/${moon.id}/scan`;
  const picture = sharp(await readFile(front));
  const jpegFile = async (scan: Sharp) => ({
    name: 'scan.jpg',
    mimeType: 'image/jpeg',
    buffer: await scan.jpeg({ quality: 90 }).toBuffer(),
  });
  const visitor = await anotherVisitor();
  const manifest = visitor.page.locator('link[rel="alternate"][type*="presentation/3"]');

  await test.step('a panel that could not be loaded is loaded again', async () => {
    owner.visitor.expectsFailure(address, 500);
    await page.route(`**${address}`, (route) => route.fulfill({ status: 500 }));
    await owner.opensPanel(`/admin/products/close-look/${moon.id}`);
    await expect(panel.getByRole('alert')).toBeVisible();
    await page.unroute(`**${address}`);
    await panel.getByRole('button', { name: 'Try Again' }).click();
    await expect(panel.getByRole('heading', { name: 'Scan', exact: true })).toBeFocused();
    await expect(panel.getByRole('button', { name: 'Choose a scan' })).toBeVisible();
  });

  await test.step('a file with other proportions is refused with a message beside the upload', async () => {
    owner.visitor.expectsFailure(address, 409);
    await panel
      .getByLabel('Scan', { exact: true })
      .setInputFiles(await jpegFile(picture.clone().resize(900, 900, { fit: 'fill' })));
    await expect(panel.getByRole('alert')).toContainText('Cut it to the framing of the picture');
    await expectNoViolations(page);
  });

  await test.step('a scan of another picture is refused while its tiles are made', async () => {
    await panel.getByLabel('Scan', { exact: true }).setInputFiles(await jpegFile(picture.clone().rotate(180)));
    await expect(panel.getByRole('alert')).toContainText('does not show the same');
    await expect(panel.getByRole('button', { name: 'Choose a scan' })).toBeVisible();
    await visitor.opens(`/product/${moon.id}`);
    await expect(manifest).toHaveCount(0);
  });

  await test.step('a scan of the right picture becomes ready, and the manifest of the piece has its size', async () => {
    await panel
      .getByLabel('Scan', { exact: true })
      .setInputFiles(await jpegFile(picture.clone().resize({ width: 2_590 })));
    await expect(panel.getByText(/Visitors can look at it: 2,590 × 3,200 pixels/)).toBeVisible();
    await expectNoViolations(page);
    await visitor.opens(`/product/${moon.id}`);
    const manifestAddress = (await manifest.getAttribute('href')) ?? 'none';
    const { items } = await (await visitor.page.request.get(manifestAddress)).json();
    expect(items[0]).toMatchObject({ width: 2_590, height: 3_200 });
  });

  await test.step('the panel says when another picture is looked at, and when the former one is again', async () => {
    await page.reload();
    await main.getByRole('radio', { name: 'Picture 2' }).check();
    await main.getByRole('button', { name: 'Save Details' }).click();
    await expect(panel.getByText('Another picture is looked at now')).toBeVisible();
    await main.getByRole('radio', { name: 'Picture 1' }).check();
    await main.getByRole('button', { name: 'Save Details' }).click();
    await expect(panel.getByText(/Visitors can look at it/)).toBeVisible();
  });

  await test.step('the scan is removed by keyboard, after a question', async () => {
    await panel.getByRole('button', { name: 'Remove the scan' }).press('Enter');
    await owner.question('Remove the scan?').getByRole('button', { name: 'Remove the scan' }).press('Enter');
    await expect(panel.getByRole('heading', { name: 'Scan', exact: true })).toBeFocused();
    await expect(panel.getByRole('button', { name: 'Choose a scan' })).toBeVisible();
  });
});
