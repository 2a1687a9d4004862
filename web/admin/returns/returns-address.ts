/** Of the list of returns. */
export const returnsAddress = '/admin/orders/returns';
