import { t } from '@lingui/core/macro';
import { type PointerEvent, useRef } from 'react';
import type { Image } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';
import type { KeptLight } from '#contract/lights.ts';
import { LightControls } from '../../../close-look/light/light-controls.tsx';
import { LightRing } from '../../../close-look/light/light-ring.tsx';
import { StillLight } from '../../../close-look/light/still-light.tsx';
import { useLight } from '../../../close-look/light/use-light.ts';
import { Picture, pictureBox } from '../../../ui/picture.tsx';
import stylesheet from './light-preview.css?url';
import { usePictureView } from './use-picture-view.ts';

/** The largest width of the loaded pictures, in pixels. */
const widest = 960;

interface LightPreviewProps {
  /** The picture that the photographs lie over. */
  picture: Image;
  /** At least three. */
  photographs: readonly KeptLight[];
}

/** A small picture under the light of the viewer, with the directions of the draft. */
export default function LightPreview({ picture, photographs }: LightPreviewProps) {
  // Ordered by id: a changed direction changes the order of `photographs`, and must not start the preview again.
  const lights = photographs.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const look = { image: picture, box: null, sizeCm: null, details: [], scan: null, lights };
  return <LitPicture key={[picture.url, ...lights.map(({ id }) => id)].join()} look={look} />;
}

/** The preview of one set of photographs. Their files are loaded when the light is turned on. */
function LitPicture({ look }: { look: CloseLook }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const view = usePictureView(canvas, look.image, widest);
  const light = useLight(look, view, host, widest);
  const isStill = light.state === 'still';
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    // A touch does not move the light, because a finger scrolls the page. It can drag the point of the light.
    if (event.pointerType === 'touch' || event.button !== 0 || event.target instanceof HTMLButtonElement) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    light.moveTo((event.clientX - left) / width, (event.clientY - top) / height);
  };
  return (
    <div className="light-preview" role="group" aria-label={t`Preview of the light`}>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <div className="light-stage" style={pictureBox(look.image)} onPointerDown={moveTo}>
        <Picture image={look.image} alt="" sizes="(min-width: 40rem) 24rem, 100vw" />
        <canvas ref={canvas} hidden={!view} />
        <div ref={host} className="look-lit" aria-hidden="true" hidden={!light.lamp || isStill} />
        {view && isStill && light.lamp && <StillLight light={light} look={look} zoom={view} />}
        {view && !isStill && <LightRing light={light} zoom={view} />}
      </div>
      {view && <LightControls light={light} look={look} />}
    </div>
  );
}
