import type { ShopSettings } from '#contract/shop-settings.ts';

export interface ShopFields {
  draft: ShopSettings;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<ShopSettings>) => void;
}

/** What every text field of the form has in common. */
export function textProps(name: Exclude<keyof ShopSettings, 'showAbn'>, { draft, errors, onChange }: ShopFields) {
  return {
    name,
    small: true,
    // The password manager of an owner does not know the shop.
    autoComplete: 'off',
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  };
}
