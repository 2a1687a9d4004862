import type { ListingTax } from '#contract/listing-tax.ts';
import { plainTax, taxFields } from '#contract/tax-status.ts';
import type { ListingsTable } from '#server/platform/database/catalog-tables.ts';

type TaxColumns = Pick<
  ListingsTable,
  'tax_status' | 'consignor' | 'commission_hundredths' | 'is_resale' | 'acquired_on'
>;

/** The tax columns of a listing that belongs to the shop. */
export const ownTax: TaxColumns = {
  tax_status: 'own',
  consignor: '',
  commission_hundredths: null,
  is_resale: 0,
  acquired_on: null,
};

/** The columns of the tax fields that have another name than their column. */
export const taxColumns = {
  taxStatus: 'tax_status',
  commissionPercent: 'commission_hundredths',
  resale: 'is_resale',
  acquiredOn: 'acquired_on',
} as const satisfies Partial<Record<keyof ListingTax, keyof TaxColumns>>;

export const taxOf = (columns: TaxColumns): ListingTax => ({
  taxStatus: columns.tax_status,
  consignor: columns.consignor,
  commissionPercent: columns.commission_hundredths === null ? null : columns.commission_hundredths / 100,
  resale: columns.is_resale === 1,
  acquiredOn: columns.acquired_on,
});

export function taxColumnsOf(tax: ListingTax): TaxColumns {
  return {
    tax_status: tax.taxStatus,
    consignor: tax.consignor,
    commission_hundredths: tax.commissionPercent === null ? null : Math.round(tax.commissionPercent * 100),
    is_resale: tax.resale ? 1 : 0,
    acquired_on: tax.acquiredOn,
  };
}

/** The tax fields whose values differ from those of a listing that belongs to the shop. */
export function shownTax(columns: TaxColumns): Partial<ListingTax> {
  const tax = taxOf(columns);
  return Object.fromEntries(
    taxFields.filter((field) => tax[field] !== plainTax[field]).map((field) => [field, tax[field]]),
  );
}

/** The tax fields that an order keeps of its listing, as JSON; empty if all are those of a listing that belongs to the shop. */
export function taxSnapshotOf(columns: TaxColumns): string {
  const shown = shownTax(columns);
  return Object.keys(shown).length === 0 ? '' : JSON.stringify(shown);
}
