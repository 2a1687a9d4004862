import { t } from '@lingui/core/macro';
import type { Profile } from '#contract/accounts.ts';
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';
import type { Delivery, ShownDelivery } from '#contract/orders.ts';
import { australianStates, type CheckoutMethod } from '#contract/states.ts';

/** The labels of all fields. `missingFields` says which are required; there are no format checks (docs/behaviour/checkout.md, 13). */
export const fieldLabels = {
  firstName: t`First name`,
  lastName: t`Last name`,
  email: t`Email`,
  phone: t`Phone`,
  address: t`Address`,
  city: t`City`,
  state: t`State`,
  postcode: t`Postcode`,
  country: t`Country`,
  cardNumber: t`Card number`,
  cardName: t`Name on card`,
  expiry: t`Expiry`,
  cvv: 'CVV',
  paypalEmail: t`PayPal email`,
  accountName: t`Account name`,
  bsb: 'BSB',
  accountNumber: t`Account number`,
} as const;

export type FieldName = keyof typeof fieldLabels;
export type CheckoutValues = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** Required with every method. In other countries than the shop's own `state` and `postcode` may be blank. */
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
const requiredFor: Record<CheckoutMethod, readonly FieldName[]> = {
  credit: ['cardNumber', 'cardName', 'expiry', 'cvv'],
  paypal: ['paypalEmail'],
  bank: ['accountName', 'bsb', 'accountNumber'],
  payto: [],
  transfer: [],
};

export const blankValues: CheckoutValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: australianStates[0],
  postcode: '',
  country: homeCountry,
  cardNumber: '',
  cardName: '',
  expiry: '',
  cvv: '',
  paypalEmail: '',
  accountName: '',
  bsb: '',
  accountNumber: '',
};

/** The values of the form, and the fields that were filled from the profile. */
interface FormContent {
  values: CheckoutValues;
  filled: ReadonlySet<FieldName>;
}

export const blankForm: FormContent = { values: blankValues, filled: new Set() };

/** The form as it was filled in for an order. */
export function formOf(delivery: ShownDelivery): FormContent {
  return { values: { ...blankValues, ...delivery }, filled: new Set() };
}

/**
 * The errors for missing fields; empty if all required fields of the method have values. `method` is null with real payments,
 * where no method has fields here.
 */
export function missingFields(values: CheckoutValues, method: CheckoutMethod | null): FieldErrors {
  // Other countries have places without a state or a postcode.
  const isOptional = (name: FieldName) => values.country !== homeCountry && (name === 'state' || name === 'postcode');
  const missing = [...(method ? requiredFor[method] : []), ...alwaysRequired].filter(
    (name) => values[name].trim() === '' && !isOptional(name),
  );
  return Object.fromEntries(missing.map((name) => [name, t`${{ label: fieldLabels[name] }} is required`]));
}

/** The server's messages for the fields of the delivery. */
export function deliveryErrors(fields: Readonly<Record<string, string>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of alwaysRequired) {
    const message = fields[`delivery.${name}`];
    if (message) errors[name] = message;
  }
  return errors;
}

/**
 * Fills blank fields from the profile, and the state if it still has its first value. Card fields are masked there and stay masked,
 * because they are never sent. The first word of the name is the first name, the rest the last name (docs/behaviour/accounts.md, 5).
 */
export function fillFromProfile(values: CheckoutValues, profile: Profile): FormContent {
  const [firstName = '', ...rest] = profile.name.trim().split(/\s+/);
  const known: Partial<CheckoutValues> = {
    firstName,
    lastName: rest.join(' '),
    email: profile.email,
    ...paymentAndDelivery(profile),
  };
  // The keys of a literal, which TypeScript widens to string.
  const names = Object.keys(fieldLabels) as FieldName[];
  const filled = names.filter((name) => values[name] === '' && known[name]);
  const next = { ...values };
  for (const name of filled) next[name] = known[name] ?? '';
  if (values.state === blankValues.state) next.state = profile.deliveryState;
  return { values: next, filled: new Set(filled) };
}

/** Fills in the place that the buyer chose for delivery prices, unless the form has an address or another country than its first one. */
export function beginAtPlace(
  { values, filled }: FormContent,
  { country, state, postcode }: DeliveryPlace,
): FormContent {
  if (values.address !== '' || values.country !== blankValues.country) return { values, filled };
  const place = { country, ...(state && { state }), postcode: values.postcode || postcode };
  return { values: { ...values, ...place }, filled };
}

/** The groups of fields that can show the note about the profile. */
export type NotedGroup = 'method' | 'personal' | 'delivery';

/**
 * The first group with a field that was filled from the profile; null if there is none. Name, email and state do not count
 * (docs/behaviour/checkout.md, 17).
 */
export function groupOfProfileNote(filled: ReadonlySet<FieldName>, method: CheckoutMethod | null): NotedGroup | null {
  if (method && requiredFor[method].some((name) => filled.has(name))) return 'method';
  if (filled.has('phone')) return 'personal';
  return (['address', 'city', 'postcode'] as const).some((name) => filled.has(name)) ? 'delivery' : null;
}

function paymentAndDelivery(profile: Profile) {
  return {
    phone: profile.phone,
    address: profile.deliveryAddress,
    city: profile.deliveryCity,
    postcode: profile.deliveryPostcode,
    cardNumber: profile.cardNumber ?? '',
    cardName: profile.cardName ?? '',
    expiry: profile.cardExpiry ?? '',
    cvv: profile.cardCvc ?? '',
    paypalEmail: profile.paypalEmail,
  } satisfies Partial<CheckoutValues>;
}

/** The delivery details to send. They have no card data, which is never sent (docs/behaviour/checkout.md, 13). */
export function deliveryOf(values: CheckoutValues): Delivery {
  const { firstName, lastName, email, phone, address, city, postcode, country } = values;
  return { firstName, lastName, email, phone, address, city, state: stateOf(values), postcode, country };
}

/** The state to send. If an Australian state was chosen before another country, it is not sent. */
export function stateOf({ state, country }: CheckoutValues): string {
  const known = australianStates.find((one) => one === state);
  if (country === homeCountry) return known ?? australianStates[0];
  return known ? '' : state;
}
