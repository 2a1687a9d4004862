/** The number of listings in the cart, shown on the icon; nothing for an empty cart. */
export function CartCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="count numeric" aria-hidden="true">
      {count}
    </span>
  );
}

/** The accessible name of a button that opens the cart. */
export function openCartLabel(count: number): string {
  return `Open cart, ${listingCount(count)}`;
}

export function listingCount(count: number): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'}`;
}
