import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { altOf } from '#contract/picture-kinds.ts';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { useIsLate } from '../ui/use-is-late.ts';

interface LightboxPictureProps {
  image: Image;
  /** The name of the listing, the fallback for pictures without alternative text. */
  name: string;
  isActualSize: boolean;
}

/**
 * A picture that fits the window. At actual size the fitted picture stays until the large one is loaded and decoded. The
 * large one shows its middle first and can be scrolled, also with keys.
 */
export function LightboxPicture({ image, name, isActualSize }: LightboxPictureProps) {
  const frame = useRef<HTMLElement>(null);
  const large = useRef<HTMLDivElement>(null);
  const loading = useLoading(large, isActualSize);
  const isLargeShown = isActualSize && loading === 'done';
  const isLate = useIsLate(isActualSize && loading === 'pending' ? image.url : undefined);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isLargeShown) return;
    element.scrollTo(
      (element.scrollWidth - element.clientWidth) / 2,
      (element.scrollHeight - element.clientHeight) / 2,
    );
  }, [isLargeShown]);
  const alt = altOf(image, name);
  return (
    <section
      ref={frame}
      className={isLargeShown ? 'lightbox-stage lightbox-actual' : 'lightbox-stage'}
      aria-label={t`Picture`}
      style={image.ground && pictureBox(image)}
      tabIndex={isLargeShown ? 0 : undefined}
      onKeyDown={(event) => {
        // The arrow keys scroll here; they must not change the picture.
        if (isLargeShown) event.stopPropagation();
      }}
    >
      {!isLargeShown && (
        <Picture image={image} alt={alt} sizes={`(min-width: 64rem) 100vw, ${cappedSizes(100)}`} eager />
      )}
      {isActualSize && loading !== 'failed' && (
        <div ref={large} className={isLargeShown ? 'contents' : 'lightbox-loading'} aria-hidden={!isLargeShown}>
          <Picture image={image} alt={alt} sizes={image.width > 0 ? `${image.width}px` : '100vw'} eager />
        </div>
      )}
      {isLate && (
        <p className="lightbox-note" role="status">
          <span className="spin" aria-hidden="true" />
          <Trans>Loading the actual size</Trans>
        </p>
      )}
      {isActualSize && loading === 'failed' && (
        <p className="lightbox-note" role="alert">
          <Trans>The actual size could not be loaded.</Trans>
        </p>
      )}
    </section>
  );
}

type Loading = 'pending' | 'done' | 'failed';

/** The loading state of the picture in `box`; starts again whenever `isWanted` becomes true. */
function useLoading(box: RefObject<HTMLElement | null>, isWanted: boolean): Loading {
  const [loading, setLoading] = useState<Loading>('pending');
  useEffect(() => {
    const picture = box.current?.querySelector('img');
    if (!isWanted || !picture) return;
    const controller = new AbortController();
    const { signal } = controller;
    const end = (outcome: Loading) => {
      if (!signal.aborted) setLoading(outcome);
    };
    // If `decode` fails, the browser decodes the picture later, when it paints it.
    const show = () =>
      void picture.decode().then(
        () => end('done'),
        () => end('done'),
      );
    if (picture.complete && picture.naturalWidth > 0) show();
    picture.addEventListener('load', show, { signal });
    picture.addEventListener('error', () => end('failed'), { signal });
    return () => {
      controller.abort();
      setLoading('pending');
    };
  }, [box, isWanted]);
  return loading;
}
