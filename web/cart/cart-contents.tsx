import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    setRemoved(t`${{ name: line.name }} was removed from your cart.`);
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
              aria-label={t`Remove ${{ name: line.name }}`}
              onClick={() => remove(line)}
            >
              <Trans>Remove</Trans>
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
  const count = lines.length;
  const areSold = lines.every(({ status }) => status === 'sold');
  return (
    <p className="py-5" role="status">
      {areSold
        ? plural(count, {
            one: 'This piece has been sold. Remove it and choose another one.',
            other: 'These pieces have been sold. Remove them and choose others.',
          })
        : plural(count, {
            one: 'This piece is no longer available. Remove it and choose another one.',
            other: 'These pieces are no longer available. Remove them and choose others.',
          })}
    </p>
  );
}
