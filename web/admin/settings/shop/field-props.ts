import type { ShopSettings } from '#contract/shop-settings.ts';

export interface ShopFields {
  draft: ShopSettings;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<ShopSettings>) => void;
}

/** The props that the text fields and selects of the form have in common. */
export function textProps(name: Exclude<keyof ShopSettings, 'showAbn'>, { draft, errors, onChange }: ShopFields) {
  return {
    name,
    small: true,
    // Browsers would fill in the owner's private name and address instead of the shop's.
    autoComplete: 'off',
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  };
}
