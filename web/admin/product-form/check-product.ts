import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { highestPrice, lowestPrice, toCents, toDollars } from '#contract/money.ts';
import { noProblems, type Problems } from '../../account/problems.ts';
import { priceOf, yearOf } from './numbers.ts';
import type { ProductDraft } from './product-draft.ts';

/**
 * The contract's own rules (contract/catalog.ts), before the server is asked; said again here, as its schemas would bring
 * their library into the shop's shared scripts.
 */
export function checkProduct({ name, price, year }: ProductDraft): Problems {
  const fields = {
    ...(name.trim() === '' && { name: 'A name is needed' }),
    ...problemOf('price', checkPrice(price)),
    ...problemOf('year', checkYear(year)),
  };
  if (Object.keys(fields).length === 0) return noProblems;
  const isMissing = name.trim() === '' || price.trim() === '';
  return { message: failures[isMissing ? 'nameAndPriceNeeded' : 'invalidInput'][1], fields };
}

function checkPrice(typed: string): string | null {
  if (typed.trim() === '') return 'A price is needed';
  const price = priceOf(typed);
  if (price === null) return 'A price is a number of dollars';
  if (price < toDollars(lowestPrice)) return 'A price is at least 0.01';
  if (price > toDollars(highestPrice)) return 'A price is at most 9,999,999.99';
  return toDollars(toCents(price)) === price ? null : 'A price has at most two decimals';
}

function checkYear(typed: string): string | null {
  const year = yearOf(typed);
  if (year === undefined) return null;
  if (year === null) return 'A year is a whole number';
  return year >= limits.yearEarliest && year <= limits.yearLatest
    ? null
    : `A year is between ${limits.yearEarliest} and ${limits.yearLatest}`;
}

function problemOf(field: string, problem: string | null): Record<string, string> {
  return problem === null ? {} : { [field]: problem };
}
