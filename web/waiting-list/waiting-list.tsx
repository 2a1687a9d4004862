import { type ReactNode, useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { useShop } from '../shell/shop.ts';
import type { WaitingProps } from './waiting.tsx';

const lazyWaiting = lazyComponent(() => import('./waiting.tsx'));

interface WaitingListProps {
  listing: Listing;
  state: string;
  /** The usual way to buy the piece. It is not shown while the piece is kept for the visitor. */
  children: ReactNode;
}

/**
 * The `children`, with the waiting list if the piece is unique and sold or reserved and the shop has waiting lists. The script of the
 * list is loaded only for these pieces; until it is loaded, only the `children` are shown (docs/behaviour/waiting-list.md, 1).
 */
export function WaitingList({ listing, state, children }: WaitingListProps) {
  const { waitingHours } = useShop();
  const canBeWaitedFor = waitingHours !== undefined && listing.unique && (state === 'sold' || state === 'reserved');
  if (!canBeWaitedFor) return children;
  return (
    <WaitingOnceLoaded listing={listing} state={state} hours={waitingHours}>
      {children}
    </WaitingOnceLoaded>
  );
}

function WaitingOnceLoaded({ children, ...props }: WaitingProps) {
  const { Component } = useLazyComponent(lazyWaiting);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return Component && isHydrated ? <Component {...props}>{children}</Component> : children;
}
