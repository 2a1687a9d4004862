import { addressProblems, type ShopSettings, shopSettingDefaults, shopSettings } from '#contract/shop-settings.ts';
import type { Shop } from '#server/shop.ts';
import type { Section } from './section.ts';

/** By the settings of the process: `parseSection` stores what it has parsed by the section's object. */
const sections = new WeakMap<Shop['settings'], Section<ShopSettings>>();

/** Who sells, and how to reach them. */
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
