import type { CloseLook } from '#contract/close-look.ts';
import { pixelsPerCm, scaleBar } from './scale.ts';
import { useFrameValue } from './use-frame-value.ts';
import type { ZoomView } from './zoom-view.ts';

/** The scale: a bar, and below it the length that the bar has on the piece. Renders nothing if the true size is not known. */
export function ScaleBar({ zoom, look }: { zoom: ZoomView; look: Pick<CloseLook, 'box' | 'sizeCm'> }) {
  const perCm = useFrameValue(zoom, () => pixelsPerCm(zoom.frame(), look));
  if (perCm === null) return null;
  const { words, width } = scaleBar(perCm);
  return (
    <p className="look-scale numeric">
      <i style={{ width: `${width.toFixed(1)}px` }} />
      {words}
    </p>
  );
}
