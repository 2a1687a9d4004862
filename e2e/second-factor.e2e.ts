import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Customer } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

/** The code of the authenticator app, which changes every 30 seconds; `ahead` 1: the next one, which the shop accepts too. */
const codeOf = (key: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 });

const stepDialog = (page: Page) => page.getByRole('dialog', { name: 'One more step' });

async function reachesSecondStep(visitor: Visitor, admin: Customer): Promise<void> {
  await visitor.opensHome();
  await visitor.opensSignIn();
  await visitor.entersSignIn(admin);
  await expect(stepDialog(visitor.page).getByLabel('Six digits of your authenticator app')).toBeFocused();
}

test('An admin sets up an authenticator app, signs in with it and with a recovery code, and removes it', async ({
  visitor,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { page, account } = visitor;
  const admin = await adminApi.addsAdmin('Factor Ada');
  await visitor.startsSignedInAs(admin);
  await visitor.opens('/account/security');
  // The shop of this test has an IP address.
  await expect(account.panel).toContainText('Passkeys do not work at the address of this shop.');
  await account.button('Set Up an Authenticator App').click();
  const code = account.field('The six digits that the app shows');
  await expect(code).toBeFocused();
  await expect(account.panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectNoViolations(page);
  const key = (await account.panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  visitor.expectsFailure('/api/admin/second-factor/app/on', 403);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription('This code is not right. The app shows a new one every 30 seconds.');
  await expect(code).toBeFocused();
  await code.fill(codeOf(key));
  await page.keyboard.press('Enter');
  await expect(account.panel.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await account.panel.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectNoViolations(page);
  const download = await account.downloads(account.button('Download'));
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  await account.button('I Have Stored Them').click();
  await expect(account.panel.getByText('10 of 10 recovery codes left.')).toBeVisible();
  await expectNoViolations(page);
  await emailTo(shop, admin.email, 'A second factor was added to your account');

  const second = await anotherVisitor();
  await reachesSecondStep(second, admin);
  await expectNoViolations(second.page);
  const step = stepDialog(second.page);
  second.expectsFailure('/api/auth/second-factor', 403);
  await step.getByRole('textbox').fill('000000');
  await step.getByRole('button', { name: 'Continue' }).click();
  await expect(step.getByRole('textbox')).toHaveAccessibleDescription(/^This code is not right/);
  await expect(step.getByRole('textbox')).toBeFocused();
  await step.getByRole('textbox').fill(codeOf(key, 1));
  await step.getByRole('button', { name: 'Continue' }).click();
  await expect(step).toBeHidden();
  await second.opens('/account/security');
  await expect(second.account.button('Remove the App')).toBeVisible();

  const third = await anotherVisitor();
  await reachesSecondStep(third, admin);
  await stepDialog(third.page).getByRole('button', { name: 'Use a recovery code' }).click();
  await stepDialog(third.page)
    .getByLabel('Recovery code')
    .fill(codes[3] ?? '');
  await third.page.keyboard.press('Enter');
  await expect(stepDialog(third.page)).toBeHidden();
  await third.opens('/account/security');
  await expect(third.account.panel.getByText('9 of 10 recovery codes left.')).toBeVisible();
  await third.account.button('Remove the App').click();
  await third.account.question('Remove the authenticator app?').getByRole('button', { name: 'Remove' }).click();
  await expect(third.account.button('Set Up an Authenticator App')).toBeVisible();
  await emailTo(shop, admin.email, 'The second factor of your account was removed');
});

test('Admins without a required second factor are led to set it up', async ({ visitor, adminApi, anotherVisitor }) => {
  const owner = await adminApi.addsAdmin('Factor Owner');
  const other = await adminApi.addsAdmin('Factor Other');
  await visitor.startsSignedInAs(owner);
  await visitor.opens('/account/security');
  const { account } = visitor;
  await account.button('Set Up an Authenticator App').click();
  const key = (await account.panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await account.field('The six digits that the app shows').fill(codeOf(key));
  await account.button('Turn On').click();
  await account.button('I Have Stored Them').click();
  const box = account.field('Require a second factor of every admin');
  await box.click();
  await account.seesStatus('Every admin now needs a second factor.');
  await expect(box).toBeChecked();
  try {
    const led = await anotherVisitor();
    await led.startsSignedInAs(other);
    led.expectsFailure('/api/admin/check', 403);
    await led.page.goto('/admin');
    await expect(led.page).toHaveURL('/account/security');
    await expect(led.account.panel).toContainText('Every admin of this shop needs a second factor.');
    await expect(led.account.button('Set Up an Authenticator App')).toBeVisible();
    await expectNoViolations(led.page);
  } finally {
    await box.click();
    await account.seesStatus('Admins may now do without a second factor.');
  }
  await expect(box).not.toBeChecked();
});
