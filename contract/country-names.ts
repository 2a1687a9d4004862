import type { Language } from './languages.ts';

/** Where a checkout is delivered to that names no country. */
export const homeCountry = 'AU';

/** The country of an address as it is written; empty within the shop's own country. */
export const foreignCountry = ({ country }: { country: string }, language: Language = 'en'): string =>
  country === homeCountry ? '' : countryName(country, language);

/** A place as it is written: 'NSW 2041, Australia', 'Japan'. */
export function placeName(
  { country, state, postcode }: { country: string; state: string; postcode: string },
  language: Language = 'en',
): string {
  const region = [state, postcode].filter(Boolean).join(' ');
  return [region, countryName(country, language)].filter(Boolean).join(', ');
}

/** In the language; in English without one. */
export const countryName = (code: string, language: Language = 'en'): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
