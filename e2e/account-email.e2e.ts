import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test } from './test.ts';

test('Changing the email address needs the password, and the link sent to the former address undoes the change', async ({
  visitor,
  adminApi,
  shop,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Addressed');
  const newEmail = customer.email.replace('@', '.thief@');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await account.button('Edit Profile').click();
  await expect(account.field('Current password')).toBeHidden();
  await account.field('Email').fill(newEmail);
  visitor.expectsFailure('/api/user/profile', 403);
  await account.button('Save Changes').click();
  await expect(account.field('Current password')).toHaveAccessibleDescription(/Current password is incorrect/);
  await expect(account.field('Current password')).toBeFocused();
  await expectNoViolations(page);
  await account.field('Current password').fill(customer.password);
  await account.button('Save Changes').click();
  await account.seesStatus('Profile updated successfully!');
  await expect(account.fact('Personal', 'Email')).toHaveText(newEmail);

  const letter = await emailTo(shop, customer.email, 'Your email address was changed');
  const [link = ''] = /http\S+\/undo-email#[\w-]+/.exec(letter) ?? [];
  visitor.expectsFailure('/api/user/profile', 401);
  await visitor.opens(link);
  await visitor.seesHeading('Undo the change of your email address');
  await expectNoViolations(page);
  const undo = page.getByRole('button', { name: 'Undo the Change' });
  visitor.expectsFailure('/api/auth/undo-email', 400);
  await page.getByLabel('New password').fill('short');
  await undo.click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await page.getByLabel('New password').fill('known to one');
  await undo.click();
  await visitor.seesHeading('The change has been undone.');
  await expectNoViolations(page);
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeFocused();
  await visitor.opensHome();
  await visitor.signsIn({ ...customer, password: 'known to one' });

  await visitor.opens(link);
  await undo.click();
  await account.seesAlert('This link has been used or has run out.');
  await visitor.opens('/');
  await visitor.opens('/undo-email');
  await visitor.seesHeading('This link is not complete.');
});

test('A customer confirms the email address with the link, which is sent again on request', async ({
  visitor,
  adminApi,
  shop,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Hana');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await expect(account.panel).toContainText('Your email address is unconfirmed.');
  await account.button('Send again').click();
  await account.seesStatus('We have sent you a link that confirms your address.');

  const letter = await emailTo(shop, customer.email, 'Confirm your email address');
  const [link = ''] = /http\S+\/confirm-email#[\w-]+/.exec(letter) ?? [];
  await visitor.opens(link);
  await visitor.seesHeading('Your email address is confirmed.');
  await expectNoViolations(page);
  await visitor.opens('/account/profile');
  await expect(account.fact('Personal', 'Email')).toHaveText(customer.email);
  await expect(account.panel).not.toContainText('unconfirmed');

  await visitor.opens('/');
  visitor.expectsFailure('/api/auth/confirm-email', 400);
  await visitor.opens('/confirm-email#not-a-link');
  await account.seesAlert('This link has been used or has run out.');
  await expectNoViolations(page);
});
