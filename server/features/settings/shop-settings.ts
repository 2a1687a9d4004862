import { addressProblems, type ShopSettings, shopSettingDefaults, shopSettings } from '#contract/shop-settings.ts';
import type { Shop } from '#server/shop.ts';
import type { Section } from './section.ts';

/** Who sells, and how to reach them. */
export const shopSection = ({ settings: { shopName } }: Pick<Shop, 'settings'>): Section<ShopSettings> => ({
  name: 'shop',
  noun: 'shop',
  schema: shopSettings,
  defaults: { name: shopName, ...shopSettingDefaults },
  problemsOf: addressProblems,
});
