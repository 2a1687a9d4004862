import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CloseLook } from '#contract/close-look.ts';
import { placeOf } from './frame.ts';
import { placeIn, viewAddress } from './view-address.ts';
import type { ZoomView } from './zoom-view.ts';

/** A whole picture: not worth a place in the address. */
const nearlyWhole = 1.02;

/**
 * Which detail is shown, and the address that holds the view (docs/behaviour/close-look.md, 9). The address is changed in place, directly:
 * a navigation would run the loader, and steps of the history would not lead back to the piece.
 */
export function useView(look: Pick<CloseLook, 'details'>, first: number | null) {
  const [detail, setDetail] = useState(first);
  const { hash } = useLocation();
  const shown = useRef(first);
  const isMoved = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const remember = (zoom: ZoomView | null) => {
    const place = zoom && isMoved.current ? placeOf(zoom.frame()) : null;
    const isWorthIt = place !== null && (place.zoom > nearlyWhole || shown.current !== null);
    const address = viewAddress({ detail: shown.current, place: isWorthIt ? place : null });
    window.history.replaceState(window.history.state, '', window.location.pathname + address);
  };
  return {
    detail,
    choose(number: number | null, zoom: ZoomView | null) {
      shown.current = number;
      isMoved.current = false;
      setDetail(number);
      remember(zoom);
      const chosen = number === null ? undefined : look.details[number - 1];
      if (chosen) zoom?.showBox(chosen.box);
      else zoom?.showWhole();
    },
    onOpened(zoom: ZoomView) {
      const place = placeIn(hash);
      const chosen = first === null ? undefined : look.details[first - 1];
      isMoved.current = place !== null;
      if (place) zoom.showPlace(place);
      else if (chosen) zoom.showBox(chosen.box, true);
      stop.current = zoom.onRest(() => isMoved.current && remember(zoom));
    },
    onMoved() {
      isMoved.current = true;
    },
  };
}
