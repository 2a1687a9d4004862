import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CloseLook } from '#contract/close-look.ts';
import { wantsLessMotion } from './use-reduced-motion.ts';
import type { ZoomView } from './zoom-view.ts';

interface ZoomState {
  /** Null until the zoom is open. It stays null if the zoom cannot be loaded; then the page keeps its own picture. */
  zoom: ZoomView | null;
  /** Whether the zoom has drawn its picture, which covers the page's own. */
  isDrawn: boolean;
}

interface Handlers {
  onOpened: (zoom: ZoomView) => void;
  onMoved: () => void;
}

/**
 * Opens the zoom in `mount` when the page's own picture inside `stage` is loaded. The script is loaded only then, so that it
 * does not compete with the picture.
 */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  mount: RefObject<HTMLElement | null>,
  look: Pick<CloseLook, 'image' | 'scan'>,
  handlers: Handlers,
): ZoomState {
  const [state, setState] = useState<ZoomState>({ zoom: null, isDrawn: false });
  const onMoved = useEffectEvent(handlers.onMoved);
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const shown = await loadedPicture(stage.current);
    const { openZoom } = await import('./zoom-view.ts');
    const element = mount.current;
    if (signal.aborted || !element || !shown) return;
    const onFirstDrawn = () => setState((latest) => ({ ...latest, isDrawn: true }));
    const zoom = await openZoom({ element, look, shown, isStill: wantsLessMotion, onFirstDrawn, onMoved });
    if (signal.aborted) return zoom.close();
    signal.addEventListener('abort', () => zoom.close());
    handlers.onOpened(zoom);
    setState((latest) => ({ ...latest, zoom }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again for another picture.
  useEffect(() => {
    const ended = new AbortController();
    open(ended.signal).catch(() => undefined);
    return () => {
      ended.abort();
      setState({ zoom: null, isDrawn: false });
    };
  }, [look.image.url]);
  return state;
}

/** Resolves to the file that the browser chose for the page's picture, when it is loaded; to null if it cannot be loaded. */
async function loadedPicture(stage: HTMLElement | null) {
  const picture = stage?.querySelector('img');
  if (!picture) return null;
  await picture.decode().catch(() => undefined);
  // The page's picture has a srcset, so its own naturalWidth would be in CSS pixels; this one is in pixels of the file.
  const file = new Image();
  file.src = picture.currentSrc;
  await file.decode().catch(() => undefined);
  const { naturalWidth, naturalHeight } = file;
  return naturalWidth > 0 ? { url: file.src, width: naturalWidth, height: naturalHeight } : null;
}
