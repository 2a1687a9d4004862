/** Of the page that matches statements of the bank. */
export const bankAddress = '/admin/orders/bank';
