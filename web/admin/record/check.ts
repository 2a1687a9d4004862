import { t } from '@lingui/core/macro';
import { hsCodeProblem, parseHsCode } from '#contract/customs-fields.ts';
import type { Field, Fields } from '#contract/fields/kinds.ts';
import { limits } from '#contract/limits.ts';
import { longestMeasure } from '#contract/listing-size.ts';
import { fromCents, hasTwoDecimals, lowestPrice, priceProblem } from '#contract/money.ts';
import { measureOf, priceOf, yearOf } from '#contract/typed-numbers.ts';
import type { DraftOf } from './draft.ts';

/**
 * The messages about values that the contract refuses (contract/fields/schemas.ts), by field. The rules are repeated here because
 * importing the schemas would add zod to the scripts of the panel.
 */
export function checkRecord<F extends Fields>(fields: F, draft: DraftOf<F>, currency: string): Record<string, string> {
  const problems = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    problemOf(field, draft[name], currency),
  ]);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}

function problemOf(field: Field, typed: unknown, currency: string): string | null {
  if (typeof typed !== 'string') return null;
  switch (field.kind) {
    case 'money':
      return checkPrice(typed, currency);
    case 'year':
      return checkYear(typed);
    case 'length':
      return checkMeasure(typed, 10);
    case 'weight':
      return checkMeasure(typed, 1000);
    case 'percent':
      return checkCommission(typed);
    case 'hsCode':
      return typed.trim() === '' || parseHsCode(typed) ? null : hsCodeProblem;
    default:
      return null;
  }
}

function checkPrice(typed: string, currency: string): string | null {
  if (typed.trim() === '') return t`A price is needed`;
  const price = priceOf(typed);
  if (price === null) return t`A price is a number`;
  if (price < fromCents(lowestPrice)) return t`A price is at least 0.01`;
  if (!hasTwoDecimals(price)) return t`A price has at most two decimals`;
  return priceProblem(price, currency);
}

function checkYear(typed: string): string | null {
  const year = yearOf(typed);
  if (year === undefined) return null;
  if (year === null) return t`A year is a whole number`;
  const { yearEarliest, yearLatest } = limits;
  return year >= yearEarliest && year <= yearLatest ? null : t`A year is between ${yearEarliest} and ${yearLatest}`;
}

/** `steps`: the smallest difference is one of so many parts of the unit. */
function checkMeasure(typed: string, steps: 10 | 1000): string | null {
  const measure = measureOf(typed);
  if (measure === undefined) return null;
  if (measure === null) return t`A measure is a number`;
  if (measure <= 0) return t`A measure is more than nothing`;
  if (measure > longestMeasure) return t`A measure is at most ${longestMeasure}`;
  if (Math.round(measure * steps) / steps === measure) return null;
  return steps === 10 ? t`At most one decimal` : t`At most three decimals`;
}

function checkCommission(typed: string): string | null {
  const percent = measureOf(typed);
  if (percent === undefined) return null;
  if (percent === null) return t`A commission is a number`;
  if (percent > 100) return t`A commission is at most 100`;
  return Math.round(percent * 100) / 100 === percent ? null : t`A commission has at most two decimals`;
}
