import { type RefObject, useEffect, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { fileOf, loadPhotograph } from '../../../close-look/light/photographs.ts';
import type { ShownView } from '../../../close-look/zoom-view.ts';

/** Draws the whole picture into a canvas that fills its parent, for the light. Null until it is drawn, and if it cannot be loaded. */
export function usePictureView(
  canvas: RefObject<HTMLCanvasElement | null>,
  image: Image,
  widest: number,
): ShownView | null {
  const [view, setView] = useState<ShownView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for another picture.
  useEffect(() => {
    const ended = new AbortController();
    const draw = async (element: HTMLCanvasElement) => {
      const width = Math.min(widest, fileOf(image, widest).width || widest);
      const size = { width, height: Math.round((width * image.height) / image.width) };
      const bitmap = await loadPhotograph(image, size, ended.signal);
      Object.assign(element, size);
      element.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
      if (!ended.signal.aborted) setView(viewOf(element));
    };
    if (canvas.current) draw(canvas.current).catch(() => undefined);
    return () => {
      ended.abort();
      setView(null);
    };
  }, [image.url, widest]);
  return view;
}

/** The view of a canvas that is drawn once. Listeners are called when its size on the page changes. */
function viewOf(canvas: HTMLCanvasElement): ShownView {
  return {
    canvas,
    frame() {
      const { clientWidth: width, clientHeight: height } = canvas;
      return { x: 0, y: 0, width, height, zoom: 1, stage: { width, height } };
    },
    onDrawn(listener) {
      const observer = new ResizeObserver(listener);
      observer.observe(canvas);
      return () => observer.disconnect();
    },
  };
}
