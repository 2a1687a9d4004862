import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { useShop } from '../shell/shop.ts';
import type { QuotedListings } from './delivery-quote.tsx';

const deliveryQuote = lazyComponent(() => import('./delivery-quote.tsx'));

/**
 * What the delivery of these pieces costs (docs/behaviour/delivery.md, 14). Renders nothing if the owner has not set up delivery, and an
 * empty space if its script cannot be loaded, because the payment page shows the price too.
 */
export function Delivery(props: QuotedListings) {
  return useShop().delivery.offered && props.pieces.length > 0 && <LoadedQuote {...props} />;
}

function LoadedQuote({ className = '', ...props }: QuotedListings) {
  const { Component } = useLazyComponent(deliveryQuote);
  // As high as the loaded quote before its fields are opened, so that what follows does not move when it is loaded.
  return <div className={`min-h-20 ${className}`}>{Component && <Component {...props} />}</div>;
}
