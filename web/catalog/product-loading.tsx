import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';

/** Milliseconds a piece may take before the page it was asked from steps aside. */
const patience = 400;

/** Whether somebody is on the way to a piece, and has been for longer than goes unnoticed. */
export function useIsProductLate(): boolean {
  const goal = useNavigation().location?.pathname;
  const isProduct = goal?.startsWith('/product/') ?? false;
  const [lateGoal, setLateGoal] = useState<string>();
  useEffect(() => {
    if (!isProduct) return;
    const timer = setTimeout(() => setLateGoal(goal), patience);
    return () => {
      clearTimeout(timer);
      setLateGoal(undefined);
    };
  }, [isProduct, goal]);
  return isProduct && lateGoal === goal;
}

/** The boxes of a product page, and SPEC.md's words. */
export function ProductLoading() {
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
            Loading product...
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
