import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import { Share } from '../catalog/share.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture } from '../ui/picture.tsx';
import { DetailList } from './detail-list.tsx';
import { LightControls } from './light/light-controls.tsx';
import { LightRing } from './light/light-ring.tsx';
import { StillLight } from './light/still-light.tsx';
import { useLight } from './light/use-light.ts';
import { lookKeys } from './look-keys.ts';
import { ScaleBar } from './scale-bar.tsx';
import { useView } from './use-view.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface SurfaceProps {
  listing: Listing;
  look: CloseLook;
  /** The detail that the address names; 1 is the first. */
  detail: number | null;
}

/** The stage with the piece, which is zoomed and lit, and the controls beside it (docs/behaviour/close-look.md, 5 to 16). */
export function Surface({ listing, look, detail }: SurfaceProps) {
  const stage = useRef<HTMLDivElement>(null);
  const mount = useRef<HTMLDivElement>(null);
  const litHost = useRef<HTMLDivElement>(null);
  const view = useView(look, detail);
  const { zoom, isDrawn } = useZoom(stage, mount, look, view);
  const light = useLight(look, zoom, litHost);
  const hasLight = look.lights.length > 0 && zoom !== null;
  const chooseDetail = (number: number | null) => view.choose(number, zoom);
  const pressKey = lookKeys({
    zoom,
    chooseDetail,
    details: look.details.length,
    onMoved: view.onMoved,
    light: hasLight ? light : null,
  });
  const isStill = light.state === 'still';
  const { name } = listing;
  return (
    <>
      <div
        ref={stage}
        className="viewer-stage look-stage"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture.
        tabIndex={0}
        role="group"
        aria-label={t`The surface of ${name}`}
        aria-describedby="look-keys"
        onKeyDown={pressKey}
      >
        <div className={isDrawn ? 'look-picture is-covered' : 'look-picture'}>
          <Picture
            image={look.image}
            alt={look.image.alt || name}
            // As in the gallery of the piece (catalog/gallery.tsx), so that the browser has the file already.
            sizes={`(min-width: 64rem) 54vw, ${cappedSizes(100)}`}
            eager
          />
        </div>
        <div ref={mount} className="look-zoomed" />
        <div ref={litHost} className="look-lit" aria-hidden="true" hidden={!light.lamp || isStill} />
        {zoom && isStill && light.lamp && <StillLight light={light} look={look} zoom={zoom} />}
        {zoom && !isStill && <LightRing light={light} zoom={zoom} />}
        {zoom && <ScaleBar zoom={zoom} look={look} />}
        {zoom && <ZoomButtons zoom={zoom} onMoved={view.onMoved} />}
      </div>
      <div className="viewer-side" role="group" aria-label={t`Controls`}>
        <DetailList details={look.details} current={view.detail} onChoose={chooseDetail} />
        {hasLight && <LightControls light={light} look={look} />}
        <div className="look-share">
          <Share name={name} />
        </div>
        <Keys look={look} />
      </div>
    </>
  );
}

function Keys({ look: { details, lights } }: { look: CloseLook }) {
  const detailKeys = details.length > 0 && <DetailKeys count={details.length} />;
  const lightKeys = lights.length > 0 && (
    <Trans>
      , <kbd>L</kbd> light
    </Trans>
  );
  return (
    <p className="look-keys" id="look-keys">
      <Trans>
        With the focus on the picture: <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>0</kbd> whole piece, arrows move
        {detailKeys}
        {lightKeys}. <kbd>Esc</kbd> closes.
      </Trans>
    </p>
  );
}

function DetailKeys({ count }: { count: number }) {
  const last = Math.min(count, 9);
  return count > 1 ? (
    <Trans>
      , <kbd>1</kbd> to <kbd>{last}</kbd> details
    </Trans>
  ) : (
    <Trans>
      , <kbd>1</kbd> details
    </Trans>
  );
}
