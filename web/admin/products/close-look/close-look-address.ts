/** The page in the panel about what the viewer shows of a listing. */
export const closeLookAddress = (listingId: string) => `/admin/products/close-look/${encodeURIComponent(listingId)}`;

/** The viewer itself; with a number, at that detail, from 1. */
export function viewerAddress(listingId: string, detail?: number): string {
  return `/product/${encodeURIComponent(listingId)}/look${detail === undefined ? '' : `?detail=${detail}`}`;
}
