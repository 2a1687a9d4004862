export const intakeAddress = '/admin/products/intake';
