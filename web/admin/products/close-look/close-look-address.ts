/** The address of the page in the panel about what the viewer shows of a listing. */
export const closeLookAddress = (listingId: string) => `/admin/products/close-look/${encodeURIComponent(listingId)}`;
