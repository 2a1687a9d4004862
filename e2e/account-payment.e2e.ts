import { expect } from '@playwright/test';
import type { Customer } from './admin-api.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

const typed = {
  'Card number': '4242 4242 4242 4242',
  'Name on card': 'Paz Ment',
  Expiry: '09/29',
  CVC: '321',
  'PayPal email': 'paz@paypal.example',
  'BPAY number': '123456789',
  'BPAY reference': '5550001234',
};
const masked = {
  ...typed,
  'Card number': '•••• •••• •••• 4242',
  Expiry: '•••',
  CVC: '•••',
  'BPAY number': '•••• •••• •••• 6789',
  'BPAY reference': '•••• •••• •••• 1234',
};
const secrets = [typed['Card number'], typed.CVC, typed['BPAY number'], typed['BPAY reference']];

test('Payment details are saved, masked, and shown in full only while the box is checked', async ({
  visitor,
  adminApi,
}) => {
  const { page, account } = visitor;
  const showDetails = account.field('Show card details');
  await opensPayment(visitor, await adminApi.addsCustomer('Paz'));
  await seesDetails(visitor, 'Not provided');
  await expect(account.button('Delete Stored Payment Details')).toBeHidden();

  await account.button('Edit Payment Settings').click();
  await expect(account.field('Card number')).toBeFocused();
  await expect(account.field('Card number')).toHaveAttribute('autocomplete', 'cc-number');
  await expect(account.field('CVC')).toHaveAttribute('inputmode', 'numeric');
  for (const [label, value] of Object.entries(typed)) await account.field(label).fill(value);
  await account.button('Save Changes').click();
  await account.seesStatus('Profile updated successfully!');
  await seesDetails(visitor, masked);

  const queriesAndReplies: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/user/profile'))
      queriesAndReplies.push(new URL(response.url()).search, await response.text());
  });
  await visitor.reloads();
  await seesDetails(visitor, masked);
  for (const secret of secrets) expect(queriesAndReplies.join()).not.toContain(secret);
  await showDetails.check();
  await seesDetails(visitor, typed);
  await expect.poll(() => queriesAndReplies).toContain('?include=card');
  await showDetails.uncheck();
  await seesDetails(visitor, masked);
  await expect(account.panel).not.toContainText(typed['Card number']);
  await showDetails.check();
  await seesDetails(visitor, typed);
  await visitor.reloads();
  await expect(showDetails).not.toBeChecked();
  await seesDetails(visitor, masked);
});

test('A field that is not edited keeps its value, masked or not', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Keeper');
  await adminApi.fillsProfile(customer, { cardNumber: typed['Card number'], cardCvc: typed.CVC });
  await opensPayment(visitor, customer);
  await account.button('Edit Payment Settings').click();
  await expect(account.field('Card number')).toHaveValue(masked['Card number']);
  await account.field('Name on card').fill(typed['Name on card']);
  await account.field('Card number').press('End');
  await account.field('Card number').pressSequentially('1');
  await account.button('Save Changes').click();
  await expect(account.field('Card number')).toHaveAccessibleDescription('Type all of it, or leave it as it was.');

  await account.tab('Order History').click();
  await account.answers('Discard your changes?', 'Keep Editing');
  await expect(page).toHaveURL('/account/payment');
  await account.field('Card number').fill(masked['Card number']);
  await account.button('Save Changes').click();
  await account.seesStatus('Profile updated successfully!');
  await account.field('Show card details').check();
  await expect(account.fact('Card', 'Card number')).toHaveText(typed['Card number']);
  await expect(account.fact('Card', 'Name on card')).toHaveText(typed['Name on card']);
  await expect(account.fact('Card', 'CVC')).toHaveText(typed.CVC);
});

test('Stored payment details can be deleted', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Eraser');
  await adminApi.fillsProfile(customer, { cardNumber: typed['Card number'], paypalEmail: typed['PayPal email'] });
  await opensPayment(visitor, customer);
  await account.field('Show card details').check();
  await account.button('Delete Stored Payment Details').click();
  await expect(account.question('Delete stored payment details?')).toContainText('This action cannot be undone.');
  await account.answers('Delete stored payment details?', 'Cancel');
  await expect(account.fact('Card', 'Card number')).toHaveText(typed['Card number']);
  await account.button('Delete Stored Payment Details').click();
  await account.answers('Delete stored payment details?', 'Delete');
  await account.seesStatus('Your stored payment details have been deleted.');
  await seesDetails(visitor, 'Not provided');
  await expect(account.button('Delete Stored Payment Details')).toBeHidden();
  await expect(page.getByRole('tabpanel').getByRole('checkbox')).not.toBeChecked();
});

async function opensPayment(visitor: Visitor, customer: Customer): Promise<void> {
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/payment');
}

/** Expects the labels and values of the Payment tab, in their order. A string stands for the value of every field. */
async function seesDetails({ account }: Visitor, values: Record<string, string> | string): Promise<void> {
  const shown = Object.keys(typed).map((label) => (typeof values === 'string' ? values : (values[label] ?? '')));
  await expect(account.panel.getByRole('term')).toHaveText(Object.keys(typed));
  await expect(account.panel.getByRole('definition')).toHaveText(shown);
}
