import { addressProblems, type ShopSettings, shopSettingDefaults, shopSettings } from '#contract/shop-settings.ts';
import type { Shop } from '#server/shop.ts';
import type { Section } from './section.ts';

/** One section for each settings object, because the cache of `parseSection` has the section object as its key. */
const sections = new WeakMap<Shop['settings'], Section<ShopSettings>>();

/** The section with the shop's name, who sells, and how to reach them. */
export function shopSection({ settings }: Pick<Shop, 'settings'>): Section<ShopSettings> {
  const known = sections.get(settings);
  if (known) return known;
  const section: Section<ShopSettings> = {
    name: 'shop',
    noun: 'shop',
    schema: shopSettings,
    defaults: { name: settings.shopName, ...shopSettingDefaults },
    problemsOf: addressProblems,
  };
  sections.set(settings, section);
  return section;
}
