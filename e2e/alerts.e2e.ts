import { expect } from '@playwright/test';
import { expectNoViolationsAtBothWidths } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test } from './test.ts';

test('A visitor asks for an alert about a sold piece, confirms it and stops it; a customer stops one in the account', async ({
  visitor,
  adminApi,
  shop,
}) => {
  const { page } = visitor;
  const listing = await adminApi.addsListing(adminApi.unique('Gone Moon'));
  await adminApi.changesListing(listing.id, { sold: true });
  await visitor.opens(`/product/${listing.id}`);
  await expect(page.getByText('Tell me if it comes back')).toHaveCount(0);
  await adminApi.changesAlerts({ alerts: true });
  try {
    await visitor.reloads();
    const field = page.getByLabel('Tell me if it comes back');
    await page.getByRole('button', { name: 'Tell me' }).click();
    await expect(field).toHaveAccessibleDescription(/Please enter your email address/);
    await field.fill('lan@example.com');
    await expectNoViolationsAtBothWidths(page);
    await page.getByRole('button', { name: 'Tell me' }).click();
    await expect(
      page.getByText('Please open the link in the email that we have sent to lan@example.com'),
    ).toBeVisible();
    await expect(page.locator(':focus')).toContainText('Please open the link');
    const email = await emailTo(shop, 'lan@example.com', `Please confirm your alert for ${listing.name}`);
    for (const [what, button, title] of [
      ['confirm', 'Confirm', 'Thank you, that is confirmed.'],
      ['stop', 'Stop these emails', 'You will not get these emails any more.'],
      ['confirm', 'Confirm', 'This link has ended.'],
    ] as const) {
      await visitor.opens(new RegExp(`/alerts/${what}\\?token=[\\w-]+`).exec(email)?.[0] ?? '');
      // The page looks the same whether its link has ended or not.
      if (title !== 'This link has ended.') await expectNoViolationsAtBothWidths(page);
      await page.getByRole('button', { name: button }).click();
      await visitor.hasPage();
      await visitor.seesHeading(title);
    }

    const collector = await adminApi.addsCustomer('Collector');
    await adminApi.confirmsEmail(collector);
    await visitor.startsSignedInAs(collector);
    await visitor.opens(`/product/${listing.id}`);
    await page.getByRole('button', { name: 'Tell me if it comes back' }).click();
    await page.getByRole('link', { name: 'Your alerts' }).click();
    const stop = page.getByRole('button', { name: `Stop the alert for ${listing.name}` });
    await expect(stop).toBeVisible();
    await expectNoViolationsAtBothWidths(page);
    // By keyboard, because what loads above the button may move it, and then a click misses it.
    await stop.press('Enter');
    await expect(page.getByText(`The alert for ${listing.name} has ended.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Alerts' })).toBeFocused();
  } finally {
    await adminApi.changesAlerts({ alerts: false });
  }
});
