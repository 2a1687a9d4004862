/** The address of the list of returns. */
export const returnsAddress = '/admin/orders/returns';
