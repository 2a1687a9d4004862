import { useLayoutEffect, useRef } from 'react';
import type { CloseLook } from '#contract/close-look.ts';
import type { ShownView } from '../zoom-view.ts';
import { directions } from './lamp.ts';
import { fileOf, nearestTo } from './photographs.ts';
import type { Light } from './use-light.ts';

/** The greatest width, in pixels, at which the photograph is loaded. */
const widest = 1_600;

/** The photograph whose light is nearest to the chosen direction, laid over the view. Shown where the light cannot be mixed. */
export function StillLight({ light, look, zoom }: { light: Light; look: CloseLook; zoom: ShownView }) {
  const picture = useRef<HTMLImageElement>(null);
  const azimuth = directions.find(({ id }) => id === light.direction)?.azimuth ?? null;
  useLayoutEffect(() => {
    const place = () => {
      const { x, y, width, height } = zoom.frame();
      if (picture.current)
        Object.assign(picture.current.style, {
          translate: `${x}px ${y}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
    };
    place();
    return zoom.onDrawn(place);
  });
  const photograph = azimuth === null ? undefined : look.lights[nearestTo(azimuth, look.lights)];
  if (!photograph) return null;
  return <img ref={picture} className="look-still" src={fileOf(photograph.image, widest).url} alt="" />;
}
