/** The page of a condition report in the panel. */
export const conditionAddress = (id: string) => `/admin/products/condition/${id}`;
