import { useRef, useState } from 'react';
import { type CartLine, totalOf } from './cart-line.ts';
import { removeFromCart } from './cart-store.ts';
import { PieceLines, Total } from './piece-lines.tsx';

/** What is in the cart, each with its Remove. The focus stays in the list, and what was removed is said. */
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
      <p className="vh" role="status">
        {removed}
      </p>
      {lines.length > 0 && (
        <PieceLines
          lines={lines}
          action={(line) => (
            <button
              className="btn-text small"
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

export function CartTotal({ lines }: { lines: readonly CartLine[] }) {
  return <Total dollars={totalOf(lines)} />;
}
