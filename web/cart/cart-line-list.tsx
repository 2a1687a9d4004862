import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CurrencyName } from '../shell/currency-name.tsx';
import { Price } from '../shell/price.tsx';
import { Mark } from '../ui/mark.tsx';
import { Picture } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { type CartLine, unavailableLabel } from './cart-line.ts';

/** Lists the lines with picture, name, price and series, and an optional action for each. */
export function CartLineList({
  lines,
  action,
}: {
  lines: readonly CartLine[];
  action?: (line: CartLine) => ReactNode;
}) {
  return (
    <ul className="lines">
      {lines.map((line) => (
        <CartLineItem key={line.id} line={line}>
          {action?.(line)}
        </CartLineItem>
      ))}
    </ul>
  );
}

function CartLineItem({ line, children }: { line: CartLine; children: ReactNode }) {
  const [image] = line.imageSet;
  const label = unavailableLabel(line);
  return (
    <li>
      <span className="picture-tile">
        {image ? (
          <Picture className="max-h-32 w-full object-contain object-left-top" image={image} sizes="88px" alt="" />
        ) : (
          <PlaceholderPicture label="" />
        )}
      </span>
      <p className="name">
        <Link className="no-underline hover:underline" to={`/product/${encodeURIComponent(line.id)}`}>
          {line.name}
        </Link>
      </p>
      <span className={label ? 'price numeric subtle line-through' : 'price numeric'}>
        <Price of={line.price} />
      </span>
      <p className="subline">{line.series}</p>
      <div className="line-action">
        {label && <span className={line.status === 'sold' ? 'mark mark-sold' : 'mark'}>{label}</span>}
        {!label && line.reserved && (
          <Mark kind="reserved">
            <Trans>Reserved</Trans>
          </Mark>
        )}
        {children}
      </div>
    </li>
  );
}

export function Total({ dollars }: { dollars: number }) {
  return (
    <div className="total">
      <span>
        <Trans>Total</Trans>
      </span>
      <b className="numeric">
        <Price of={dollars} />
        <CurrencyName />
      </b>
    </div>
  );
}
