import { plural } from '@lingui/core/macro';
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
  return plural(count, { one: 'Open cart, # piece', other: 'Open cart, # pieces' });
}

/** The accessible name of a button that says Cart. */
export function cartLabel(count: number): string {
  return plural(count, { one: 'Cart, # piece', other: 'Cart, # pieces' });
}
