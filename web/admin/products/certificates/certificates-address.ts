export const certificatesAddress = '/admin/products/certificates';
