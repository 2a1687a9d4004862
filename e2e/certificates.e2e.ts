import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { isGenuine } from '../docs/verify-certificate.mjs';
import { expectNoViolations } from './axe.ts';
import { test as base } from './owner.ts';
import { shopFixture } from './shop.ts';

/** The test of this file has a shop of its own, because every page links to the check once a certificate was issued. */
const test = base.extend({ shop: shopFixture() });

test('An owner issues a certificate, the buyer downloads it, and a stranger checks whether it is genuine', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { page, main } = owner;
  const moon = await adminApi.addsListing('Moon with Papers', { size: '75 x 96 cm', medium: 'Sơn mài' });
  const stranger = await anotherVisitor();
  const checkPage = stranger.page.getByRole('main');

  await test.step('a shop without certificates does not mention them', async () => {
    await stranger.opens('/');
    await expect(stranger.page.getByRole('link', { name: 'Verify a certificate' })).toHaveCount(0);
  });

  await test.step('the owner issues a certificate in the form of the piece', async () => {
    await owner.opensPanel(`/admin/products?q=${encodeURIComponent(moon.name)}`);
    await main.getByRole('row').filter({ hasText: moon.name }).getByRole('button', { name: 'Edit' }).click();
    const form = owner.dialog('Edit Product');
    const issue = form.getByRole('button', { name: 'Issue certificate' });
    await form.getByLabel('Year').fill('1999');
    await expect(issue).toBeDisabled();
    await form.getByLabel('Year').fill(String(moon.year));
    await issue.click();
    const question = owner.question('Issue a certificate');
    await question.getByLabel('Where the artist signed it').fill('Lower right');
    await question.getByLabel('Given to').fill('Lan Tran');
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Issue' }).click();
    await owner.seesMessage('Certificate issued');
    await expect(form.getByRole('region', { name: 'Certificate of authenticity' })).toBeFocused();
    await expect(form).toContainText('Certificate VS-0001');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  const anna = await adminApi.addsCustomer('Anna');
  const order = await adminApi.sells(moon, anna);
  const collector = await anotherVisitor();
  await collector.startsSignedInAs(anna);
  const details = collector.page.getByRole('region', { name: `Details of order ${order.id}` });

  await test.step('the buyer downloads the signed paper from the order', async () => {
    await collector.opens(`/account?order=${order.id}`);
    const started = collector.page.waitForEvent('download');
    await details.getByRole('button', { name: 'Download certificate VS-0001' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('certificate-VS-0001.pdf');
    const keys = await (await fetch(`${shop.address}/.well-known/certificate-keys.json`)).json();
    expect(isGenuine(await readFile(await download.path()), keys)).toBe(true);
    await expectNoViolations(collector.page);
  });

  await test.step('its link opens a page that says that it is genuine, and not to whom it was given', async () => {
    const link = details.getByRole('link', { name: 'VS-0001' });
    const address = (await link.getAttribute('href')) ?? '';
    await stranger.opens(address);
    await expect(checkPage.getByText('This certificate is genuine')).toBeVisible();
    await expect(checkPage.getByRole('heading', { level: 1, name: moon.name })).toBeVisible();
    await expect(checkPage).toContainText('Lower right');
    await expect(checkPage).not.toContainText('Lan Tran');
    await expectNoViolations(stranger.page);
  });

  await test.step('a number with a wrong code is not valid', async () => {
    await stranger.opens('/');
    // By keyboard: pictures that are loading move the footer during a click.
    await stranger.page.getByRole('link', { name: 'Verify a certificate' }).press('Enter');
    await checkPage.getByLabel('Number on the paper').fill('VS-0001');
    await checkPage.getByLabel('Code below the QR code').fill('0000 0000 0000 0000');
    await checkPage.getByRole('button', { name: 'Check' }).press('Enter');
    await expect(checkPage.getByText('This certificate is not valid')).toBeVisible();
    await expect(checkPage).toContainText('the code on this paper does not belong to it');
    await expectNoViolations(stranger.page);
  });

  await test.step('the owner revokes it, and its page says so', async () => {
    await owner.opens('/admin/products');
    await main.getByRole('link', { name: 'Certificates' }).click();
    await expect(main.getByRole('row', { name: /VS-0001/ })).toContainText('Valid');
    await main.getByRole('button', { name: 'Revoke' }).click();
    const question = owner.question('Revoke the certificate');
    await question.getByLabel('Reason').fill('Stolen');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await owner.seesMessage('Certificate revoked');
    await expect(main.getByRole('row', { name: /VS-0001/ })).toContainText('Revoked');
    await expectNoViolations(page);
    const address = (await main.getByRole('link', { name: 'VS-0001' }).getAttribute('href')) ?? '';
    await stranger.opens(address);
    await expect(checkPage.getByRole('heading', { level: 1, name: 'This certificate was withdrawn' })).toBeVisible();
    await expectNoViolations(stranger.page);
  });
});
