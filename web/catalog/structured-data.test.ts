import { expect, it } from 'vitest';
import type { ShopFront } from '#contract/page-services.ts';
import { homeStructuredData } from './structured-data.ts';

const shop: ShopFront = {
  name: 'Sơn Gallery',
  currency: 'AUD',
  timezone: 'UTC',
  publicUrl: 'https://shop.test',
  logo: null,
  logoDark: null,
  payments: { mode: 'simulated', methods: [] },
  delivery: { offered: false },
  policies: [],
  certificates: false,
  artists: false,
  contact: {},
  contactLines: [],
  emails: {},
};
const storeOf = (front: ShopFront) => homeStructuredData(front, [])['@graph'][1];

it('names no address and no contact of a shop that has none', () => {
  expect(Object.keys(storeOf(shop) ?? {})).toEqual(['@type', '@id', 'name', 'url', 'currenciesAccepted']);
});

it('names the address and the contact that are set', () => {
  const address = { street: '8 Wharf Lane', city: 'Balmain', state: '', postcode: '2041', country: 'AU' };
  expect(storeOf({ ...shop, contact: { address, phone: '02 5550 1187' } })).toMatchObject({
    address: {
      '@type': 'PostalAddress',
      streetAddress: '8 Wharf Lane',
      addressLocality: 'Balmain',
      postalCode: '2041',
      addressCountry: 'AU',
    },
    telephone: '02 5550 1187',
  });
});
