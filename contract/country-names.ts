/** Where a checkout is delivered to that names no country. */
export const homeCountry = 'AU';

/** The country of an address as it is written; empty within the shop's own country. */
export const foreignCountry = ({ country }: { country: string }): string =>
  country === homeCountry ? '' : countryName(country);

/** A place as it is written: 'NSW 2041, Australia', 'Japan'. */
export function placeName({ country, state, postcode }: { country: string; state: string; postcode: string }): string {
  const region = [state, postcode].filter(Boolean).join(' ');
  return [region, countryName(country)].filter(Boolean).join(', ');
}

export const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
