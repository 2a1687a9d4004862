import { Trans } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import { useNavigation } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsLate } from '../ui/use-is-late.ts';

/** Whether a navigation to a product page already takes longer than 400 ms. */
export function useIsListingLate(): boolean {
  const target = useNavigation().location?.pathname;
  return useIsLate(target?.startsWith('/product/') ? target : undefined);
}

/** Shown while a product page loads (docs/behaviour/pages.md, 6). */
export function ListingLoading() {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <main id="main" className="page">
      <div className="product pt-12">
        <div className="gallery">
          <Skeleton className="plate" />
        </div>
        <div className="label-card">
          <p className="muted" role="status">
            <Trans>Loading product...</Trans>
          </p>
          <Skeleton className="h-14 w-4/5" />
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </main>
  );
}
