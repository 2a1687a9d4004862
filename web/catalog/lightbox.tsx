import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { pictureKindWords } from '#contract/picture-kinds.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { LightboxPicture } from './lightbox-picture.tsx';

interface LightboxProps {
  open: boolean;
  onClose: () => void;
  images: readonly Image[];
  /** The index in `images` of the picture that is shown. */
  chosen: number;
  /** Shows another picture: the next one if `steps` is 1, the previous one if it is -1. */
  onTurn: (steps: number) => void;
  name: string;
}

/** Shows a picture as large as the window, or at its actual size. */
export function Lightbox({ open, onClose, ...shown }: LightboxProps) {
  const { name } = shown;
  return (
    <Dialog open={open} onClose={onClose} label={t`Pictures of ${name}`} variant="lightbox">
      <Contents {...shown} onClose={onClose} />
    </Dialog>
  );
}

function Contents({ images, chosen, onTurn, name, onClose }: Omit<LightboxProps, 'open'>) {
  const [isActualSize, setActualSize] = useState(false);
  const image = images[chosen];
  if (!image) return null;
  const words = image.kind && pictureKindWords[image.kind];
  const kind = words?.toLowerCase();
  const [number, count] = [chosen + 1, images.length];
  return (
    <>
      <div className="lightbox-head">
        <p className="name">{name}</p>
        <Button variant="text" aria-pressed={isActualSize} onClick={() => setActualSize(!isActualSize)}>
          <Trans>Actual size</Trans>
        </Button>
        <IconButton label={t`Close`} onClick={onClose} data-autofocus>
          <Icon name="close" />
        </IconButton>
      </div>
      <LightboxPicture key={image.url} image={image} name={name} isActualSize={isActualSize} />
      {images.length > 1 && (
        <div className="lightbox-foot">
          <IconButton label={t`Picture before`} onClick={() => onTurn(-1)}>
            <Icon name="back" />
          </IconButton>
          <p className="small muted numeric" role="status">
            {kind ? t`${number} of ${count}, ${kind}` : t`${number} of ${count}`}
          </p>
          <IconButton label={t`Next picture`} onClick={() => onTurn(1)}>
            <Icon name="forward" />
          </IconButton>
        </div>
      )}
      {images.length === 1 && words && <p className="lightbox-foot small muted">{words}</p>}
    </>
  );
}
