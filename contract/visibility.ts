/** Who sees a listing (docs/behaviour/catalog.md, 20). A scheduled one is listed by itself at its time. */
export const visibilities = ['listed', 'draft', 'scheduled', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

/** The fields of a listing that only the panel shows, besides those for tax and customs. They are empty until somebody fills them in. */
export const inventoryFields = ['inventoryNumber', 'location'] as const;
export type InventoryField = (typeof inventoryFields)[number];

/** The visibility and the inventory fields of a new listing, which is listed at once. */
export const listedNow = { visibility: 'listed', publishAt: null, inventoryNumber: '', location: '' } as const;
