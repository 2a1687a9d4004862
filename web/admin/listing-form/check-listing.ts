import { t } from '@lingui/core/macro';
import { hsCodeProblem, parseHsCode } from '#contract/customs-fields.ts';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type ListingMeasure, listingMeasures, longestMeasure, smallUnits } from '#contract/listing-size.ts';
import { fromCents, hasTwoDecimals, lowestPrice, priceProblem } from '#contract/money.ts';
import { measureOf, priceOf, yearOf } from '#contract/typed-numbers.ts';
import type { FormFailure } from '../../ui/use-submission.ts';
import type { ListingDraft } from './listing-draft.ts';

/**
 * The rules of the contract (contract/catalog.ts), checked before the request. They are repeated here because importing
 * the schemas would add zod to the shared scripts.
 */
export function checkListing(draft: ListingDraft, currency: string): Required<FormFailure> | null {
  const { name, price, year } = draft;
  const fields = {
    ...(name.trim() === '' && { name: t`A name is needed` }),
    ...problemOf('price', checkPrice(price, currency)),
    ...problemOf('year', checkYear(year)),
    // The field is hidden, and not saved, unless the piece belongs to somebody else.
    ...problemOf('commissionPercent', draft.taxStatus === 'own' ? null : checkCommission(draft.commissionPercent)),
    ...(draft.visibility === 'scheduled' && draft.publishAt === '' && { publishAt: t`Please choose a day and a time` }),
    ...problemOf('hsCode', draft.hsCode.trim() === '' || parseHsCode(draft.hsCode) ? null : hsCodeProblem),
    ...Object.assign({}, ...listingMeasures.map((key) => problemOf(key, checkMeasure(key, draft[key])))),
  };
  if (Object.keys(fields).length === 0) return null;
  const isMissing = name.trim() === '' || price.trim() === '';
  return { message: failures[isMissing ? 'nameAndPriceNeeded' : 'invalidInput'][1], fields };
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

function checkMeasure(name: ListingMeasure, typed: string): string | null {
  const measure = measureOf(typed);
  if (measure === undefined) return null;
  if (measure === null) return t`A measure is a number`;
  if (measure <= 0) return t`A measure is more than nothing`;
  if (measure > longestMeasure) return t`A measure is at most ${longestMeasure}`;
  if (Math.round(measure * smallUnits[name]) / smallUnits[name] === measure) return null;
  return smallUnits[name] === 10 ? t`At most one decimal` : t`At most three decimals`;
}

function checkCommission(typed: string): string | null {
  const percent = measureOf(typed);
  if (percent === undefined) return null;
  if (percent === null) return t`A commission is a number`;
  if (percent > 100) return t`A commission is at most 100`;
  return Math.round(percent * 100) / 100 === percent ? null : t`A commission has at most two decimals`;
}

function problemOf(field: string, problem: string | null): Record<string, string> {
  return problem === null ? {} : { [field]: problem };
}
