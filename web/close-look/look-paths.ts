export const productPath = (listingId: string) => `/product/${encodeURIComponent(listingId)}`;
export const surfacePath = (listingId: string) => `${productPath(listingId)}/look`;
export const wallPath = (listingId: string) => `${productPath(listingId)}/wall`;
