/** Who sees a listing (docs/behaviour/catalog.md, 20). A scheduled one is listed by itself at its time. */
export const visibilities = ['listed', 'draft', 'scheduled', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

/** What only the panel knows of a listing besides tax and customs. Texts are empty until somebody enters them. */
export const inventoryFields = ['inventoryNumber', 'location'] as const;
export type InventoryField = (typeof inventoryFields)[number];

export const listedNow = { visibility: 'listed', publishAt: null, inventoryNumber: '', location: '' } as const;
