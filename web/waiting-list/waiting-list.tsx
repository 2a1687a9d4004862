import { type ReactNode, useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { useShop } from '../shell/shop.ts';
import type { WaitingProps } from './waiting.tsx';

const lazyWaiting = lazyComponent(() => import('./waiting.tsx'));

interface WaitingListProps {
  listing: Listing;
  state: string;
  /** The usual way to buy the piece. In the visitor's own turn it is replaced. */
  children: ReactNode;
}

/**
 * The waiting list of a piece that somebody else has, in a shop with waiting lists. Its script is loaded only then, and until it is there
 * the page looks as without it (docs/behaviour/waiting-list.md).
 */
export function WaitingList({ listing, state, children }: WaitingListProps) {
  const { waitingHours } = useShop();
  const isWaitedFor = waitingHours !== undefined && listing.unique && (state === 'sold' || state === 'reserved');
  if (!isWaitedFor) return children;
  return (
    <Loaded listing={listing} state={state} hours={waitingHours}>
      {children}
    </Loaded>
  );
}

function Loaded({ children, ...props }: WaitingProps) {
  const { Component } = useLazyComponent(lazyWaiting);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return Component && isHydrated ? <Component {...props}>{children}</Component> : children;
}
