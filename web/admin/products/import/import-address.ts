export const importAddress = '/admin/products/import';

export const addressOfImport = (id: string) => `${importAddress}/${id}`;
