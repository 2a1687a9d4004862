import { useCallback, useSyncExternalStore } from 'react';
import type { ZoomView } from './zoom-view.ts';

/** Returns a value of the view. It is read after each drawing, and the component renders again when it has changed. */
export function useFrameValue<Value extends string | number | null>(zoom: ZoomView, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => zoom.onDrawn(listener), [zoom]);
  return useSyncExternalStore(subscribe, read);
}
