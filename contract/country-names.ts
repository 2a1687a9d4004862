import type { Language } from './languages.ts';

/** Australia: the country of every address and delivery for which no other is chosen. */
export const homeCountry = 'AU';

/** The name of the country of an address; empty for Australia, which is left out of addresses. */
export const foreignCountry = ({ country }: { country: string }, language: Language = 'en'): string =>
  country === homeCountry ? '' : countryName(country, language);

/** A place in one line: 'NSW 2041, Australia', 'Japan'. */
export function placeName(
  { country, state, postcode }: { country: string; state: string; postcode: string },
  language: Language = 'en',
): string {
  const region = [state, postcode].filter(Boolean).join(' ');
  return [region, countryName(country, language)].filter(Boolean).join(', ');
}

/** The name of the country with this code, in the language. */
export const countryName = (code: string, language: Language = 'en'): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
