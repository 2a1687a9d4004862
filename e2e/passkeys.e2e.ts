import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { type RunningShop, shopFixture } from './shop.ts';
import { test as base } from './test.ts';

/** Browsers allow passkeys without https only at localhost. */
const test = base.extend<object, { shop: RunningShop }>({
  shop: shopFixture({ publicHost: 'localhost' }),
});

test('An admin adds a passkey, signs in and confirms with it, and removes it', async ({ visitor, adminApi, shop }) => {
  const { page, account } = visitor;
  const device = await addDevice(page);
  const admin = await adminApi.addsAdmin('Passkey Ada');
  await visitor.startsSignedInAs(admin);
  await visitor.opens('/account/security');
  await account.button('Add a Passkey').click();
  const name = account.field('Name of the passkey');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(/^Chrome on /);
  await name.fill('Laptop');
  await device.knowsUser(false);
  await account.button('Make the Passkey').click();
  await account.seesStatus('No passkey was made: the dialog was closed, or took too long.');
  await expectNoViolations(page);
  await device.knowsUser(true);
  await account.button('Make the Passkey').click();
  await expect(account.panel.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await account.panel.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  await account.button('I Have Stored Them').click();
  await expect(account.panel.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('Added');
  await expectNoViolations(page);
  await emailTo(shop, admin.email, 'A passkey was added to your account');

  await page.evaluate(() => localStorage.clear());
  await visitor.opensHome();
  await visitor.opensSignIn();
  await visitor.entersSignIn(admin);
  const step = page.getByRole('dialog', { name: 'One more step' });
  const use = step.getByRole('button', { name: 'Use a Passkey' });
  await expect(use).toBeFocused();
  await device.knowsUser(false);
  await use.click();
  await expect(step.getByRole('status')).toContainText('No passkey was used: the dialog was closed, or took too long.');
  await expect(use).toBeFocused();
  await step.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(step.getByLabel('Recovery code')).toBeVisible();
  await expectNoViolations(page);
  await device.knowsUser(true);
  await use.click();
  await expect(step).toBeHidden();

  await visitor.opens('/account/security');
  await expect(account.panel.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('last used');
  ageConfirmations(shop);
  visitor.expectsFailure('/api/admin/second-factor/recovery-codes', 403);
  await account.button('Make New Recovery Codes').click();
  const question = account.question('Confirm it is you');
  await question.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(question).toBeHidden();
  await account.button('I Have Stored Them').click();
  await account.button('Remove the passkey Laptop').click();
  await account.answers(/^Remove the passkey/, 'Remove');
  await account.seesStatus('The passkey has been removed.');
  await expect(account.button('Add a Passkey')).toBeVisible();
  await emailTo(shop, admin.email, 'A passkey was removed from your account');
});

/** Adds a simulated device for passkeys, such as Touch ID or Windows Hello, to the browser. It answers at once. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the device recognises the person. If not, the browser answers as if the person had closed its dialog. */
    knowsUser: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Sets the last confirmation of all sessions back by an hour, so that calls that need a recent one are refused. */
function ageConfirmations(shop: RunningShop): void {
  const database = new Database(`${shop.directory}/shop.db`);
  database.prepare('update sessions set confirmed_at = confirmed_at - 3600000').run();
  database.close();
}
