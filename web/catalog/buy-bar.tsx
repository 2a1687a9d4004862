import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface BuyBarProps {
  /** The name of the listing. */
  name: string;
  price: ReactNode;
  /** The buy button. It is rendered twice, so it must have no state. */
  children: ReactNode;
}

/**
 * The buy button in its place on the page. While that place is out of view on a phone, a bar at the bottom of the window
 * shows the button with the price, until the footer is reached (docs/behaviour/pages.md, 8). The button in the page is
 * hidden then but keeps its space, so that there is only one button to focus and the layout does not shift.
 */
export function BuyBar({ name, price, children }: BuyBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isOutOfView = useIsOutOfView(place, () => {
    hadFocus.current = place.current?.contains(document.activeElement) ?? false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus from one button to the other when they switch.
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    buttons.find((button) => button.checkVisibility({ visibilityProperty: true }))?.focus({ preventScroll: true });
  }, [isOutOfView]);
  return (
    <div className="grid" ref={place}>
      <div className={isOutOfView ? 'grid invisible' : 'grid'}>{children}</div>
      {isOutOfView && (
        <div className="buy-bar" role="group" aria-label={`Buy ${name}`} data-keep-clear>
          <p className="num text-18 font-medium">{price}</p>
          {children}
        </div>
      )}
    </div>
  );
}

/** Narrower than the breakpoint of the slide-out menu, and high enough for the bar. */
const phoneQuery = '(max-width: 47.99rem) and (min-height: 30rem)';
/** Pixels; content under the header is out of view. */
const headerHeight = 64;
/** The share of the height that must be visible; below 1 because of rounding. */
const visibleShare = 0.95;

/** True only on phones and while the footer is out of view. `beforeChange` is called before the state changes. */
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
