/** How many pieces are in the cart, laid over the icon; nothing while it is empty. */
export function CartCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="count num" aria-hidden="true">
      {count}
    </span>
  );
}

/** What a screen reader says of a button that opens the cart. */
export function openCartLabel(count: number): string {
  return `Open cart, ${pieceCount(count)}`;
}

export function pieceCount(count: number): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'}`;
}
