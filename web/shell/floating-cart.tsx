import { type CSSProperties, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { openCart, useCart } from '../cart/cart-store.ts';
import { useSession } from '../session.ts';
import { Icon } from '../ui/icon.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { CartCount, openCartLabel } from './cart-count.tsx';
import { isAdminPath } from './is-admin-path.ts';

/** The part of the window at its right edge in which the pointer shows the button, as a share of the width (docs/behaviour/pages.md, 5). */
const triggerZone = 0.15;
/** Milliseconds for which the button is shown after the count changed (docs/behaviour/pages.md, 5). */
const shownAfterChange = 2_000;

/**
 * A cart button that is shown while the pointer is in the right part of the window, and for a moment after the count changed. The
 * stylesheet hides it on touch devices and in narrow windows. It is not shown on /admin for admins.
 * The header has a cart button as well, so this one is not in the tab order while it is hidden.
 */
export function FloatingCart() {
  const { count } = useCart();
  const { pathname } = useLocation();
  const isAdmin = useSession()?.isAdmin ?? false;
  const isPointerNear = usePointerNear();
  const hasChanged = useRecentChange(count);
  const raise = useFooterHeightInView(pathname);
  if (isAdmin && isAdminPath(pathname)) return null;
  return (
    <button
      type="button"
      className="float"
      data-shown={isPointerNear || hasChanged ? '' : undefined}
      style={raiseBy(raise)}
      aria-label={openCartLabel(count)}
      aria-haspopup="dialog"
      onClick={openCart}
    >
      <Icon name="bag" />
      <CartCount count={count} />
    </button>
  );
}

function usePointerNear(): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const follow = (event: PointerEvent) => {
      setNear(event.pointerType !== 'touch' && event.clientX >= window.innerWidth * (1 - triggerZone));
    };
    const forget = () => setNear(false);
    window.addEventListener('pointermove', follow, { passive: true });
    document.documentElement.addEventListener('pointerleave', forget);
    return () => {
      window.removeEventListener('pointermove', follow);
      document.documentElement.removeEventListener('pointerleave', forget);
    };
  }, []);
  return near;
}

/**
 * The height of the footer in pixels while any part of it is visible, otherwise 0; the button moves up by it, so that it covers
 * no links.
 */
function useFooterHeightInView(pathname: string): number {
  const [height, setHeight] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another footer, or none.
  useEffect(() => {
    const footer = document.querySelector('.footer');
    if (!footer) return;
    const observer = new IntersectionObserver((entries) => {
      const latest = entries.at(-1);
      setHeight(latest?.isIntersecting ? Math.ceil(latest.boundingClientRect.height) : 0);
    });
    observer.observe(footer);
    return () => {
      observer.disconnect();
      setHeight(0);
    };
  }, [pathname]);
  return height;
}

function raiseBy(pixels: number): CSSProperties | undefined {
  if (pixels === 0) return undefined;
  const raised: Record<`--${string}`, string> = { '--raise': `${pixels}px` };
  return raised;
}

/** True for two seconds after `count` changed. Reading the stored cart after hydration is not a change. */
function useRecentChange(count: number): boolean {
  const isHydrated = useIsHydrated();
  const [known, setKnown] = useState<number | null>(null);
  const [changedTo, setChangedTo] = useState<number | null>(null);
  if (isHydrated && known !== count) {
    setKnown(count);
    setChangedTo(known === null ? null : count);
  }
  useEffect(() => {
    if (changedTo === null) return;
    const timer = setTimeout(() => setChangedTo(null), shownAfterChange);
    return () => clearTimeout(timer);
  }, [changedTo]);
  return changedTo !== null;
}
