export const privateLinksAddress = '/admin/products/private';
