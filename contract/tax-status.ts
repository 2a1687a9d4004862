/**
 * Who owns a piece, and whether they are registered for GST. `own`: the shop. `consigned`: sold as agent of an owner who is not
 * registered, so the piece carries no GST. `consigned-registered`: the owner is registered.
 */
export const taxStatuses = ['own', 'consigned', 'consigned-registered'] as const;
export type TaxStatus = (typeof taxStatuses)[number];

/** The tax fields of a listing until somebody changes them. */
export const plainTax = {
  taxStatus: 'own',
  consignor: '',
  commissionPercent: null,
  resale: false,
  acquiredOn: null,
} as const;

export const taxFields = ['taxStatus', 'consignor', 'commissionPercent', 'resale', 'acquiredOn'] as const;
