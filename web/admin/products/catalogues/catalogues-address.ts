/** The address of the page where catalogues are made, with these pieces already chosen. */
export function cataloguesAddress(listingIds: readonly string[] = []): string {
  const chosen = listingIds.length > 0 ? `?pieces=${listingIds.map(encodeURIComponent).join(',')}` : '';
  return `/admin/products/catalogues${chosen}`;
}
