import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { useShop } from '../shell/shop.ts';
import type { QuotedListings } from './delivery-quote.tsx';

const deliveryQuote = lazyComponent(() => import('./delivery-quote.tsx'));

/**
 * What the delivery of these pieces costs (docs/behaviour/delivery.md, 14). Nothing where the owner has not set up delivery, and
 * nothing while its script is missing: the payment page says the price too.
 */
export function Delivery(props: QuotedListings) {
  return useShop().delivery.offered && props.pieces.length > 0 && <LoadedQuote {...props} />;
}

function LoadedQuote({ className = '', ...props }: QuotedListings) {
  const { Component } = useLazyComponent(deliveryQuote);
  // The height of the closed part, so that what follows does not move when it arrives.
  return <div className={`min-h-20 ${className}`}>{Component && <Component {...props} />}</div>;
}
