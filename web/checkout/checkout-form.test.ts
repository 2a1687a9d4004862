import { expect, test } from 'vitest';
import type { Profile } from '#contract/accounts.ts';
import { beginAtPlace, blankValues, fillFromProfile, groupOfProfileNote } from './checkout-form.ts';

const profile: Profile = {
  id: 'u1',
  name: 'Hoa Nguyễn Thị',
  email: 'hoa@example.com',
  phone: '',
  isAdmin: false,
  role: null,
  isOnline: true,
  activityScore: 0,
  createdAt: '2026-11-20T03:00:00.000Z',
  sameAsDelivery: true,
  deliveryAddress: '',
  deliveryCity: '',
  deliveryState: 'TAS',
  deliveryPostcode: '',
  billingAddress: '',
  billingCity: '',
  billingState: 'NSW',
  billingPostcode: '',
  cardNumber: '',
  cardCvc: '',
  cardExpiry: '',
  cardName: '',
  bpayNumber: '',
  bpayRef: '',
  paypalEmail: '',
  emailConfirmed: true,
  blockedAt: null,
  blockReason: null,
};

test('splits a name of three words into a first name and a last name of two words', () => {
  const { values, filled } = fillFromProfile(blankValues, profile);
  expect(values).toMatchObject({ firstName: 'Hoa', lastName: 'Nguyễn Thị', email: 'hoa@example.com', state: 'TAS' });
  expect([...filled]).toEqual(['firstName', 'lastName', 'email']);
});

test('keeps values typed before the profile was loaded, and does not count them as filled', () => {
  const typed = { ...blankValues, phone: '0400', city: 'Hobart' };
  const { values, filled } = fillFromProfile(typed, { ...profile, phone: '0499', deliveryCity: 'Perth' });
  expect(values).toMatchObject({ phone: '0400', city: 'Hobart' });
  expect(filled.has('phone') || filled.has('city')).toBe(false);
});

test('begins with the place that was chosen for delivery prices, unless the profile has an address or the buyer chose a country', () => {
  const paris = { country: 'FR', state: '', postcode: '75002' };
  const [known, blank] = [{ ...profile, deliveryAddress: '9 Davey St' }, fillFromProfile(blankValues, profile)];
  expect(beginAtPlace(blank, paris).values).toMatchObject({ country: 'FR', postcode: '75002' });
  expect(beginAtPlace(blank, { country: 'AU', state: 'QLD', postcode: '' }).values).toMatchObject({ state: 'QLD' });
  expect(beginAtPlace(blank, { country: 'AU', state: '', postcode: '' }).values).toMatchObject({ state: 'TAS' });
  expect(beginAtPlace(fillFromProfile(blankValues, known), paris).values.country).toBe('AU');
  const typed = fillFromProfile({ ...blankValues, country: 'JP' }, profile);
  expect(beginAtPlace(typed, paris).values.country).toBe('JP');
});

test.each([
  [{}, 'credit', null],
  [{ cardName: 'Hoa' }, 'credit', 'method'],
  [{ cardName: 'Hoa' }, 'paypal', null],
  [{ cardName: 'Hoa', deliveryCity: 'Hobart' }, 'bank', 'delivery'],
  [{ phone: '0400', deliveryCity: 'Hobart' }, 'credit', 'personal'],
  [{ paypalEmail: 'hoa@paypal.example', phone: '0400' }, 'paypal', 'method'],
] as const)('with %o in the profile and method %s, the note about it is at group %s', (known, method, group) => {
  const { filled } = fillFromProfile(blankValues, { ...profile, ...known });
  expect(groupOfProfileNote(filled, method)).toBe(group);
});
