/**
 * Who owns a piece, and whether they are registered for GST. `own`: the shop. `consigned`: sold as agent of an owner who is not
 * registered, so the piece carries no GST. `consigned-registered`: the owner is registered.
 */
export const taxStatuses = ['own', 'consigned', 'consigned-registered'] as const;
export type TaxStatus = (typeof taxStatuses)[number];
