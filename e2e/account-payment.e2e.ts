import { expect } from '@playwright/test';
import type { Customer } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

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

test('Payment details are saved, masked, and shown in full only while the tick is on', async ({
  shopper,
  shopkeeper,
}) => {
  const { page, account } = shopper;
  const tick = account.field('Show card details');
  await opensPayment(shopper, await shopkeeper.registersCustomer('Paz'));
  await sees(shopper, 'Not provided');
  await expect(account.button('Delete Stored Payment Details')).toBeHidden();

  await account.button('Edit Payment Settings').click();
  await expect(account.field('Card number')).toBeFocused();
  await expect(account.field('Card number')).toHaveAttribute('autocomplete', 'cc-number');
  await expect(account.field('CVC')).toHaveAttribute('inputmode', 'numeric');
  for (const [label, value] of Object.entries(typed)) await account.field(label).fill(value);
  await account.button('Save Changes').click();
  await account.isTold('Profile updated successfully!');
  await sees(shopper, masked);

  const asked: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/user/profile')) asked.push(new URL(response.url()).search, await response.text());
  });
  await shopper.reloads();
  await sees(shopper, masked);
  for (const secret of secrets) expect(asked.join()).not.toContain(secret);
  await tick.check();
  await sees(shopper, typed);
  expect(asked).toContain('?include=card');
  await tick.uncheck();
  await sees(shopper, masked);
  await expect(account.panel).not.toContainText(typed['Card number']);
  await tick.check();
  await sees(shopper, typed);
  await shopper.reloads();
  await expect(tick).not.toBeChecked();
  await sees(shopper, masked);
});

test('A field that is left alone stays as it is, masked or not', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Keeper');
  await shopkeeper.fillsProfile(customer, { cardNumber: typed['Card number'], cardCvc: typed.CVC });
  await opensPayment(shopper, customer);
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
  await account.isTold('Profile updated successfully!');
  await account.field('Show card details').check();
  await expect(account.fact('Card', 'Card number')).toHaveText(typed['Card number']);
  await expect(account.fact('Card', 'Name on card')).toHaveText(typed['Name on card']);
  await expect(account.fact('Card', 'CVC')).toHaveText(typed.CVC);
});

test('What is stored can be deleted', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Eraser');
  await shopkeeper.fillsProfile(customer, { cardNumber: typed['Card number'], paypalEmail: typed['PayPal email'] });
  await opensPayment(shopper, customer);
  await account.field('Show card details').check();
  await account.button('Delete Stored Payment Details').click();
  await expect(account.question('Delete stored payment details?')).toContainText('This action cannot be undone.');
  await account.answers('Delete stored payment details?', 'Cancel');
  await expect(account.fact('Card', 'Card number')).toHaveText(typed['Card number']);
  await account.button('Delete Stored Payment Details').click();
  await account.answers('Delete stored payment details?', 'Delete');
  await account.isTold('Your stored payment details have been deleted.');
  await sees(shopper, 'Not provided');
  await expect(account.button('Delete Stored Payment Details')).toBeHidden();
  await expect(page.getByRole('tabpanel').getByRole('checkbox')).not.toBeChecked();
});

async function opensPayment(shopper: Shopper, customer: Customer): Promise<void> {
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opens('/account/payment');
}

/** Every line of the tab, in its order; one word stands for all of them. */
async function sees({ account }: Shopper, values: Record<string, string> | string): Promise<void> {
  const shown = Object.keys(typed).map((label) => (typeof values === 'string' ? values : (values[label] ?? '')));
  await expect(account.panel.getByRole('term')).toHaveText(Object.keys(typed));
  await expect(account.panel.getByRole('definition')).toHaveText(shown);
}
