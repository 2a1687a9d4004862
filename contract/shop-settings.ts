import { z } from 'zod';
import { homeCountry } from './country-names.ts';
import { country } from './delivery-place.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import type { ShopContact } from './shop.ts';
import { australianStates } from './states.ts';
import { emailAddress, line, prose } from './text.ts';

/** Who sells, and how to reach them (docs/behaviour/settings.md, 6). Every text but the name may be empty. */
export const shopSettings = z.object({
  name: line(limits.shopName, 'Please name the shop.'),
  /** Of the person or company that sells, where it is not the name of the shop. */
  legalName: line(limits.name),
  /** Whether every page shows the ABN, which is one of the tax settings. */
  showAbn: z.boolean(),
  street: line(limits.address),
  city: line(limits.shortText),
  state: line(limits.shortText),
  postcode: line(limits.postcode),
  country,
  email: z.union([z.literal(''), emailAddress('Please enter a valid email address')]),
  phone: line(limits.phone).refine(
    (text) => text === '' || (/^[+\d][\d\s().-]*$/.test(text) && digitsOf(text).length >= 6),
    'A telephone number has at least six digits, like 0412 345 678 or +61 2 5550 1234.',
  ),
  /** A few lines. */
  hours: prose(limits.shortProse),
});
export type ShopSettings = z.infer<typeof shopSettings>;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The settings until an owner changes them. The name is the one of the environment (SHOP_NAME) until then. */
export const shopSettingDefaults: Omit<ShopSettings, 'name'> = {
  legalName: '',
  showAbn: false,
  street: '',
  city: '',
  state: '',
  postcode: '',
  country: homeCountry,
  email: '',
  phone: '',
  hours: '',
};

/** What is wrong with an Australian address, as issues by field. Other addresses are not checked. */
export function addressProblems({ country, state, postcode }: Pick<ShopSettings, 'country' | 'state' | 'postcode'>) {
  if (country !== homeCountry) return [];
  const isState = australianStates.some((name) => name === state);
  return [
    ...(state === '' || isState ? [] : [{ path: 'state', message: 'Please choose a state of the list.' }]),
    ...(/^(\d{4})?$/.test(postcode) ? [] : [{ path: 'postcode', message: 'An Australian postcode has four digits.' }]),
  ];
}

/** The settings that everybody may read; empty ones are left out. `abn` has eleven digits, or is empty. */
export function shopContactOf(settings: ShopSettings, abn: string): ShopContact {
  const { legalName, showAbn, street, city, state, postcode, country, email, phone, hours } = settings;
  return {
    ...(legalName && { legalName }),
    ...(showAbn && abn && { abn }),
    ...((street || city) && { address: { street, city, state, postcode, country } }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(hours && { hours }),
  };
}

const shopChanges = shopSettings.partial().extend({
  /** As in `deliveryChanges` of settings.ts. */
  expected: shopSettings.partial().optional(),
});

export const shopSettingsEndpoints = {
  getShopSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/shop',
    access: 'viewer',
    summary: 'Name, address and contact of the shop',
    reply: z.object({ settings: shopSettings }),
  }),
  updateShopSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/shop',
    access: 'owner',
    confirmed: true,
    summary: 'Change name, address or contact of the shop; absent fields stay as they are',
    body: shopChanges,
    reply: z.object({ settings: shopSettings }),
    refuses: [409],
  }),
};
