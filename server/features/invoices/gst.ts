import { asCents, type Cents, sumCents } from '#contract/money.ts';
import type { TaxStatus } from '#contract/tax-status.ts';

/** How a line is taxed. `taxable`: its price includes GST. `agent`: sold for an owner who is not registered. `export`: leaves Australia. */
export const taxRules = ['taxable', 'agent', 'export'] as const;
export type TaxRule = (typeof taxRules)[number];

export interface SoldLine {
  cents: Cents;
  taxStatus: TaxStatus;
}

/** The rule of each line, in their order, and of the delivery (docs/behaviour/tax.md, 6). */
export function taxRulesOf(lines: readonly SoldLine[], isExport: boolean): { lines: TaxRule[]; delivery: TaxRule } {
  const rules = lines.map(({ taxStatus }): TaxRule => {
    if (taxStatus === 'consigned') return 'agent';
    return isExport ? 'export' : 'taxable';
  });
  if (isExport) return { lines: rules, delivery: 'export' };
  return { lines: rules, delivery: rules.includes('taxable') ? 'taxable' : 'agent' };
}

/** The GST in amounts of which some are taxable: an eleventh of their sum, rounded once to the cent. */
export function gstIn(amounts: readonly { cents: Cents; rule: TaxRule }[]): Cents {
  const taxable = amounts.filter(({ rule }) => rule === 'taxable');
  return eleventh(sumCents(taxable.map(({ cents }) => cents)));
}

/** The GST in a price that includes it, rounded to the cent, half cents away from zero. */
export const eleventh = (cents: Cents): Cents => asCents(Math.sign(cents) * Math.round(Math.abs(cents) / 11) + 0);

/** The shop's commission on a line, including GST, rounded to the cent, half cents up. `percent` has at most two decimals. */
export const commissionIn = (cents: Cents, percent: number): Cents =>
  asCents(Math.round((cents * Math.round(percent * 100)) / 10_000));
