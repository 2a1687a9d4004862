import type { Profile } from '#contract/accounts.ts';
import type { Delivery } from '#contract/orders.ts';
import { australianStates, type PaymentMethod } from '#contract/states.ts';

/** The words over each field; all fields of the active method are required, nothing else is checked (SPEC.md §5). */
export const fieldLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  postcode: 'Postcode',
  cardNumber: 'Card number',
  cardName: 'Name on card',
  expiry: 'Expiry',
  cvv: 'CVV',
  paypalEmail: 'PayPal email',
  accountName: 'Account name',
  bsb: 'BSB',
  accountNumber: 'Account number',
} as const;

export type FieldName = keyof typeof fieldLabels;
export type CheckoutValues = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, string>>;

const alwaysRequired: readonly FieldName[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'postcode',
];
const requiredFor: Record<PaymentMethod, readonly FieldName[]> = {
  credit: ['cardNumber', 'cardName', 'expiry', 'cvv'],
  paypal: ['paypalEmail'],
  bank: ['accountName', 'bsb', 'accountNumber'],
};

export const blankValues: CheckoutValues = {
  ...{
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    state: australianStates[0],
    postcode: '',
  },
  ...{
    cardNumber: '',
    cardName: '',
    expiry: '',
    cvv: '',
    paypalEmail: '',
    accountName: '',
    bsb: '',
    accountNumber: '',
  },
};

/** What is missing, in words; empty when everything the method needs is there. */
export function missingFields(values: CheckoutValues, method: PaymentMethod): FieldErrors {
  const missing = [...requiredFor[method], ...alwaysRequired].filter((name) => values[name].trim() === '');
  return Object.fromEntries(missing.map((name) => [name, `${fieldLabels[name]} is required`]));
}

/** The server's complaints about the delivery, at their fields. */
export function errorsOfIssues(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of alwaysRequired) {
    const issue = issues.find(({ path }) => path === `delivery.${name}`);
    if (issue) errors[name] = issue.message;
  }
  return errors;
}

/**
 * Fills what is still blank with what the profile knows. Card fields come masked, and stay so: they are never sent.
 * The first word of the name is the first name, the rest the last name (SPEC.md §3).
 */
export function fillFromProfile(values: CheckoutValues, profile: Profile): CheckoutValues {
  const [firstName = '', ...rest] = profile.name.trim().split(/\s+/);
  const known: Partial<CheckoutValues> = {
    firstName,
    lastName: rest.join(' '),
    email: profile.email,
    ...paymentAndDelivery(profile),
  };
  const filled = { ...values };
  for (const name of Object.keys(fieldLabels) as FieldName[]) filled[name] = values[name] || (known[name] ?? '');
  if (values.state === blankValues.state) filled.state = profile.deliveryState;
  return filled;
}

/** Whether the profile knows more than a name and an email. */
export function knowsPaymentOrDelivery(profile: Profile): boolean {
  return Object.values(paymentAndDelivery(profile)).some((value) => value !== '');
}

function paymentAndDelivery(profile: Profile) {
  return {
    phone: profile.phone,
    address: profile.deliveryAddress,
    city: profile.deliveryCity,
    postcode: profile.deliveryPostcode,
    cardNumber: profile.cardNumber,
    cardName: profile.cardName,
    expiry: profile.cardExpiry,
    cvv: profile.cardCvc,
    paypalEmail: profile.paypalEmail,
  } satisfies Partial<CheckoutValues>;
}

/** Where it goes: all that leaves this page of the form. How it is paid for is simulated, so card data stays here. */
export function deliveryOf(values: CheckoutValues): Delivery {
  const { firstName, lastName, email, phone, address, city, postcode } = values;
  const state = australianStates.find((known) => known === values.state) ?? australianStates[0];
  return { firstName, lastName, email, phone, address, city, state, postcode };
}
