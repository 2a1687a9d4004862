import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CloseLook } from '#contract/close-look.ts';
import { browserPath } from '../language/language.ts';
import { placeOf } from './frame.ts';
import { placeIn, viewAddress } from './view-address.ts';
import type { ZoomView } from './zoom-view.ts';

/** Up to this zoom the picture counts as whole, and the address has no place. */
const nearlyWhole = 1.02;
/** Milliseconds from the last movement to the change of the address. Safari and Firefox refuse over 100 changes in 10 seconds. */
const restingTime = 300;

/**
 * Keeps which detail is shown, and writes the view into the address (docs/behaviour/close-look.md, 9). It replaces the address without the
 * router: a navigation would run the loader, and with new entries in the history a step back would not lead to the page of the piece.
 */
export function useView(look: Pick<CloseLook, 'details'>, initial: number | null) {
  const [detail, setDetail] = useState(initial);
  const { hash, pathname } = useLocation();
  const path = browserPath(pathname);
  const shown = useRef(initial);
  /** A detail or the whole piece was chosen, so the place in the address of the page no longer counts. */
  const hasChosen = useRef(false);
  const isMoved = useRef(false);
  const stopListening = useRef<(() => void) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      stopListening.current?.();
      clearTimeout(timer.current);
    },
    [],
  );
  const remember = (zoom: ZoomView | null) => {
    const place = zoom && isMoved.current ? placeOf(zoom.frame()) : null;
    const hasPlace = place !== null && (place.zoom > nearlyWhole || shown.current !== null);
    const address = viewAddress({ detail: shown.current, place: hasPlace ? place : null });
    // A step back changes the address before it removes this page.
    if (window.location.pathname === path) replaceAddress(path + address);
  };
  const rememberLater = (zoom: ZoomView) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => isMoved.current && remember(zoom), restingTime);
  };
  return {
    detail,
    choose(number: number | null, zoom: ZoomView | null) {
      shown.current = number;
      hasChosen.current = true;
      isMoved.current = false;
      setDetail(number);
      remember(zoom);
      const chosen = number === null ? undefined : look.details[number - 1];
      if (chosen) zoom?.showBox(chosen.box);
      else zoom?.showWhole();
    },
    onOpened(zoom: ZoomView) {
      const place = hasChosen.current ? null : placeIn(hash);
      const chosen = shown.current === null ? undefined : look.details[shown.current - 1];
      isMoved.current = place !== null;
      if (place) zoom.showPlace(place);
      else if (chosen) zoom.showBox(chosen.box, true);
      stopListening.current = zoom.onRest(() => rememberLater(zoom));
    },
    onMoved() {
      isMoved.current = true;
    },
  };
}

/** Replaces the address. If the browser refuses, the address stays as it was, and the view still works. */
function replaceAddress(address: string): void {
  try {
    window.history.replaceState(window.history.state, '', address);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
