/** Where a checkout is delivered to that names no country. */
export const homeCountry = 'AU';

/** The country of an address as it is written; empty within the shop's own country. */
export const foreignCountry = ({ country }: { country: string }): string =>
  country === homeCountry ? '' : countryName(country);

export const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
