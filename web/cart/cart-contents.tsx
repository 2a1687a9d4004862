import { useRef, useState } from 'react';
import { canBuy } from '#contract/states.ts';
import { type CartLine, totalOf } from './cart-line.ts';
import { CartLineList, Total } from './cart-line-list.tsx';
import { removeFromCart } from './cart-store.ts';

/** The lines of the cart with Remove buttons. After a removal the focus stays in the list and the removal is announced. */
export function CartContents({ lines }: { lines: readonly CartLine[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState('');

  function remove(line: CartLine) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    const position = lines.indexOf(line);
    const next = buttons[position + 1] ?? buttons[position - 1];
    (next ?? list.current)?.focus();
    setRemoved(`${line.name} was removed from your cart.`);
    removeFromCart(line.id);
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <p className="visually-hidden" role="status">
        {removed}
      </p>
      {lines.length > 0 && (
        <CartLineList
          lines={lines}
          action={(line) => (
            <button
              className="button-text small"
              type="button"
              data-remove
              aria-label={`Remove ${line.name}`}
              onClick={() => remove(line)}
            >
              Remove
            </button>
          )}
        />
      )}
    </div>
  );
}

/** The total, or a sentence that explains why no line can be bought (docs/behaviour/cart.md, 7). */
export function CartTotal({ lines }: { lines: readonly CartLine[] }) {
  if (lines.some(canBuy)) return <Total dollars={totalOf(lines)} />;
  const isOne = lines.length === 1;
  const areSold = lines.every(({ status }) => status === 'sold');
  return (
    <p className="py-5" role="status">
      {isOne ? 'This piece ' : 'These pieces '}
      {areSold ? `${isOne ? 'has' : 'have'} been sold.` : `${isOne ? 'is' : 'are'} no longer available.`}{' '}
      {isOne ? 'Remove it and choose another one.' : 'Remove them and choose others.'}
    </p>
  );
}
