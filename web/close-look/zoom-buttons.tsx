import { t } from '@lingui/core/macro';
import { IconButton } from '../ui/button.tsx';
import { zoomText } from './frame.ts';
import { LookIcon } from './look-icon.tsx';
import { zoomStep } from './look-keys.ts';
import { useFrameValue } from './use-frame-value.ts';
import type { ZoomView } from './zoom-view.ts';

export function ZoomButtons({ zoom, onMoved }: { zoom: ZoomView; onMoved: () => void }) {
  const text = useFrameValue(zoom, () => zoomText(zoom.frame().zoom));
  const zoomBy = (factor: number) => {
    zoom.zoomBy(factor);
    onMoved();
  };
  return (
    <div className="look-zoom" role="group" aria-label={t`Zoom`}>
      <IconButton label={t`Zoom out`} onClick={() => zoomBy(1 / zoomStep)}>
        <LookIcon name="out" />
      </IconButton>
      <output className="numeric" aria-live="off">
        {text}
      </output>
      <IconButton label={t`Zoom in`} onClick={() => zoomBy(zoomStep)}>
        <LookIcon name="in" />
      </IconButton>
    </div>
  );
}
