import { plural, t } from '@lingui/core/macro';
import { countryCodes } from '#contract/countries.ts';
import { countryName } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import { language } from '../language/language.ts';

/** The days and the insurance of an option in words; empty if there is nothing to say. */
export function factsOf({ daysFrom, daysTo, insured }: DeliveryOption): string {
  const facts = [daysTo > 0 && daysInWords(daysFrom, daysTo), insured && t`insured`];
  return facts.filter(Boolean).join(', ');
}

/** "5 to 10 working days", or one number where both are the same. */
export function daysInWords(daysFrom: number, daysTo: number): string {
  return daysFrom === daysTo
    ? plural(daysTo, { one: '# working day', other: '# working days' })
    : plural(daysTo, { one: `${daysFrom} to # working day`, other: `${daysFrom} to # working days` });
}

/** The codes and names of all countries, sorted by name. */
export function countryList(): [code: string, name: string][] {
  const named = [...countryCodes].map((code): [string, string] => [code, countryName(code, language)]);
  return named.sort(([, one], [, other]) => one.localeCompare(other, language));
}
