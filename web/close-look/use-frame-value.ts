import { useCallback, useSyncExternalStore } from 'react';
import type { ZoomView } from './zoom-view.ts';

/** A value of the view, read again after each drawing; the component is rendered when it has changed. */
export function useFrameValue<Value extends string | number | null>(zoom: ZoomView, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => zoom.onDrawn(listener), [zoom]);
  return useSyncExternalStore(subscribe, read);
}
