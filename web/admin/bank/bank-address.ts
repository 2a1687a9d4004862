/** The path of the panel’s page that matches bank statements with orders. */
export const bankAddress = '/admin/orders/bank';
