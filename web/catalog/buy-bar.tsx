import { t } from '@lingui/core/macro';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface BuyBarProps {
  /** The name of the listing. */
  name: string;
  price: ReactNode;
  /** The buy button. It is mounted anew when it moves, so it must have no state. */
  children: ReactNode;
  /** Called when the button is about to be removed from the page and has the focus. */
  onFocusLost: () => void;
}

/**
 * The buy button in its place on the page. While that place is out of view on a phone, the button is shown with the price
 * in a bar at the bottom of the window, until the footer is reached (docs/behaviour/pages.md, 8). The place keeps its
 * height, so that the layout does not shift.
 */
export function BuyBar({ name, price, children, onFocusLost }: BuyBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isOutOfView = useIsOutOfView(place, () => {
    hadFocus.current = place.current?.contains(document.activeElement) ?? false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the button has moved, and returns the focus to it.
  useLayoutEffect(() => {
    if (hadFocus.current) place.current?.querySelector('button')?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [isOutOfView]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its clean-up runs only when this component is removed.
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, []);
  return (
    <div className="buy-place" ref={place}>
      {isOutOfView ? (
        <div className="buy-bar" role="group" aria-label={t`Buy ${name}`} data-keep-clear>
          <p className="numeric text-18 font-medium">{price}</p>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** Matches windows below the breakpoint of the slide-out menu that are high enough for the bar. */
const phoneQuery = '(max-width: 47.99rem) and (min-height: 30rem)';
/** The height of the page's header in pixels. Content under the header counts as out of view. */
const headerHeight = 64;
/** The share of the button's place that must be visible; below 1 because browsers round. */
const visibleShare = 0.95;

/** Whether `place` is out of view; false on larger screens and while the footer is in view. `beforeChange` runs before each change. */
function useIsOutOfView(place: RefObject<HTMLElement | null>, beforeChange: () => void): boolean {
  const [isOutOfView, setOutOfView] = useState(false);
  const notify = useRef(beforeChange);
  useEffect(() => {
    const element = place.current;
    const footer = document.querySelector('.footer');
    if (!element) return;
    const media = window.matchMedia(phoneQuery);
    let [isPlaceVisible, isFooterVisible] = [true, false];
    const update = () => {
      notify.current();
      setOutOfView(media.matches && !isPlaceVisible && !isFooterVisible);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRatio } of entries)
          if (target === element) isPlaceVisible = intersectionRatio >= visibleShare;
          else isFooterVisible = isIntersecting;
        update();
      },
      { rootMargin: `-${headerHeight}px 0px 0px`, threshold: [0, visibleShare] },
    );
    observer.observe(element);
    if (footer) observer.observe(footer);
    media.addEventListener('change', update);
    return () => {
      observer.disconnect();
      media.removeEventListener('change', update);
    };
  }, [place]);
  return isOutOfView;
}
