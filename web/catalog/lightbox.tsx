import { useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';

interface LightboxProps {
  open: boolean;
  onClose: () => void;
  images: readonly Image[];
  chosen: number;
  /** 1 is the next picture, -1 the one before. */
  onTurn: (steps: number) => void;
  name: string;
}

/** A picture alone on lacquer, as large as the window, or pixel by pixel. The platform's dialog: Esc closes it. */
export function Lightbox({ open, onClose, ...shown }: LightboxProps) {
  return (
    <Dialog open={open} onClose={onClose} label={`Pictures of ${shown.name}`} form="lightbox lacquer">
      <Contents {...shown} onClose={onClose} />
    </Dialog>
  );
}

function Contents({ images, chosen, onTurn, name, onClose }: Omit<LightboxProps, 'open'>) {
  const [isActualSize, setActualSize] = useState(false);
  const image = images[chosen];
  if (!image) return null;
  return (
    <>
      <div className="lightbox-head">
        <p className="name">{name}</p>
        <p className="small muted num" role="status">
          {images.length > 1 && `${chosen + 1} of ${images.length}`}
        </p>
        <Button variant="text" aria-pressed={isActualSize} onClick={() => setActualSize(!isActualSize)}>
          Actual size
        </Button>
        <IconButton label="Close" onClick={onClose} data-autofocus>
          <Icon name="close" />
        </IconButton>
      </div>
      <Stage key={`${image.url} ${isActualSize}`} image={image} name={name} isActualSize={isActualSize} />
      {images.length > 1 && (
        <div className="lightbox-foot">
          <IconButton label="Picture before" onClick={() => onTurn(-1)}>
            <Icon name="back" />
          </IconButton>
          <IconButton label="Next picture" onClick={() => onTurn(1)}>
            <Icon name="forward" />
          </IconButton>
        </div>
      )}
    </>
  );
}

/** At actual size it scrolls, by keys too, from the picture's middle. */
function Stage({ image, name, isActualSize }: { image: Image; name: string; isActualSize: boolean }) {
  const stage = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element || !isActualSize) return;
    const showMiddle = () =>
      element.scrollTo(
        (element.scrollWidth - element.clientWidth) / 2,
        (element.scrollHeight - element.clientHeight) / 2,
      );
    showMiddle();
    // It has no size before it has arrived.
    const picture = element.querySelector('img');
    picture?.addEventListener('load', showMiddle, { once: true });
    return () => picture?.removeEventListener('load', showMiddle);
  }, [isActualSize]);
  return (
    <section
      ref={stage}
      className={isActualSize ? 'lightbox-stage lightbox-actual' : 'lightbox-stage'}
      aria-label="Picture"
      tabIndex={isActualSize ? 0 : undefined}
      onKeyDown={(event) => {
        // Here the arrows scroll.
        if (isActualSize) event.stopPropagation();
      }}
    >
      <Picture
        image={image}
        alt={image.alt || name}
        sizes={isActualSize && image.width > 0 ? `${image.width}px` : '100vw'}
        eager
      />
    </section>
  );
}
