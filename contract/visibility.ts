/** Who sees a listing (docs/behaviour/catalog.md, 20). A scheduled one is listed by itself at its time. */
export const visibilities = ['listed', 'draft', 'scheduled', 'private'] as const;
export type Visibility = (typeof visibilities)[number];
