import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import type { DeliveryOption } from '#contract/delivery.ts';
import { sumPrices } from '#contract/money.ts';
import { type CartLine, totalOf } from '../cart/cart-line.ts';
import { CartLineList, Total } from '../cart/cart-line-list.tsx';
import { fieldLanguage } from '../language/field-language.ts';
import { Price } from '../shell/price.tsx';
import { HoldNote } from './hold-note.tsx';
import { UnavailableListings } from './unavailable-listings.tsx';
import type { Hold } from './use-hold.ts';

interface OrderSummaryProps {
  products: readonly CartLine[];
  /** The chosen delivery option; null before the choice, and where there is none to choose. */
  delivery: DeliveryOption | null;
  hold: Hold;
  /** Requests the hold again. */
  onRequest: () => void;
  /** Removes the unavailable listings. */
  onRemove: () => void;
}

/** The id of the notice, which takes the focus when it must be read first. */
export const noticeId = 'checkout-notice';

/** The summary of the order: the state of the hold, the listings, the delivery and the total. */
export function OrderSummary({ products, delivery, hold, onRequest, onRemove }: OrderSummaryProps) {
  const notice = useRef<HTMLDivElement>(null);
  /** The pressed button disappears, so the focus moves to the notice that replaces it. */
  const keepingFocus = (run: () => void) => () => {
    notice.current?.focus();
    run();
  };
  const name = delivery?.name;
  const hasRest = hold.phase === 'unavailable' && hold.listings.length < products.length;
  return (
    <aside className="summary" aria-label={t`Order summary`}>
      <div ref={notice} id={noticeId} tabIndex={-1}>
        {hold.phase === 'unavailable' ? (
          <UnavailableListings
            listings={hold.listings}
            hasRest={hasRest}
            onRemove={keepingFocus(onRemove)}
            onRetry={keepingFocus(onRequest)}
          />
        ) : (
          <HoldNote hold={hold} onRequest={keepingFocus(onRequest)} />
        )}
      </div>
      <CartLineList lines={products} />
      {delivery && (
        <p className="flex justify-between gap-4 pt-4">
          <span className="muted">
            <Trans>
              Delivery: <span {...fieldLanguage(delivery, 'name')}>{name}</span>
            </Trans>
          </span>
          <span className="numeric">
            <Price of={delivery.price} />
          </span>
        </p>
      )}
      <div className="-mb-5">
        <Total dollars={sumPrices([totalOf(products), delivery?.price ?? 0])} />
      </div>
    </aside>
  );
}
