import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { limits } from '#contract/limits.ts';
import {
  type PictureFacts,
  pictureFacts,
  pictureGrounds,
  pictureKinds,
  pictureKindWords,
} from '#contract/picture-kinds.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlaceholderPicture } from '../../ui/placeholder-picture.tsx';
import { PanelIcon } from '../panel-icon.tsx';
import type { DragAttributes } from '../use-drag-to-move.ts';
import { type DraftImage, isOwnPicture } from './draft-image.ts';

interface ImageTileProps {
  image: DraftImage;
  /** Index, from 0. */
  position: number;
  isLast: boolean;
  /** URL of a smaller variant of the same image. */
  preview: string | undefined;
  drag: DragAttributes;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** Receives the same image with another text, kind or ground. */
  onDescribe: (image: DraftImage) => void;
}

/** One image, which can be dragged, moved and removed with buttons, and described. */
export function ImageTile(props: ImageTileProps) {
  const { image, position, preview, drag, onDescribe } = props;
  const number = position + 1;
  return (
    <li data-url={image.url} {...drag.place}>
      {/* Dragging is a pointer shortcut for the buttons, which work for everybody. */}
      <div
        className={`picture-tile drag ${drag.isTarget ? 'lifted' : ''} ${drag.isDragged ? 'opacity-50' : ''}`}
        {...drag.source}
      >
        <TilePicture image={image} position={position} preview={preview} />
        {position === 0 && (
          <span className="first">
            <Badge tone="gold">{t`First`}</Badge>
          </span>
        )}
        <TileButtons {...props} />
      </div>
      <label className="picture-alt">
        <Trans>
          Alt text<span className="visually-hidden"> of picture {number}</span>
        </Trans>
        <textarea
          className="input"
          rows={2}
          maxLength={limits.altText}
          value={image.alt}
          onChange={({ target }) => onDescribe({ ...image, alt: target.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') })}
        />
      </label>
      <TileChoices {...{ image, position, onDescribe }} />
    </li>
  );
}

/** The choices of what the picture shows, and of the ground behind it. */
function TileChoices({ image, position, onDescribe }: Pick<ImageTileProps, 'image' | 'position' | 'onDescribe'>) {
  const { url, alt, kind, ground } = image;
  const number = position + 1;
  const describe = (facts: PictureFacts) => onDescribe({ url, alt, ...pictureFacts(facts.kind, facts.ground) });
  return (
    <>
      <label className="picture-alt">
        <span>
          <Trans>
            Shows<span className="visually-hidden"> of picture {number}</span>
          </Trans>
        </span>
        <select
          className="input"
          value={kind ?? ''}
          onChange={({ target }) => describe({ kind: pictureKinds.find((known) => known === target.value), ground })}
        >
          <option value="">{t`Not said`}</option>
          {pictureKinds.map((known) => (
            <option key={known} value={known}>
              {pictureKindWords[known]}
            </option>
          ))}
        </select>
      </label>
      <label className="picture-alt">
        <span>
          <Trans>
            Ground<span className="visually-hidden"> of picture {number}</span>
          </Trans>
        </span>
        <select
          className="input"
          value={ground ?? ''}
          onChange={({ target }) => describe({ kind, ground: pictureGrounds.find((known) => known === target.value) })}
        >
          <option value="">{t`As the page`}</option>
          <option value="dark">{t`Dark`}</option>
          <option value="light">{t`Light`}</option>
        </select>
      </label>
    </>
  );
}

function TilePicture({ image, position, preview }: Pick<ImageTileProps, 'image' | 'position' | 'preview'>) {
  if (isOwnPicture(image.url))
    return <img src={preview ?? image.url} alt={image.alt} draggable={false} decoding="async" />;
  const { url } = image;
  const number = position + 1;
  // The page's policy forbids images of other hosts, so the admin opens the URL to see the image.
  return (
    <>
      <PlaceholderPicture />
      <a className="picture-address" href={url} target="_blank" rel="noreferrer" draggable={false}>
        <Trans>
          <span className="visually-hidden">Picture {number}: </span>
          {url}
          <span className="visually-hidden"> (opens in a new tab, to check that it loads)</span>
        </Trans>
      </a>
    </>
  );
}

function TileButtons({ position, isLast, onMove, onRemove }: ImageTileProps) {
  const number = position + 1;
  return (
    <span className="tools">
      <IconButton
        label={t`Move picture ${number} left`}
        data-move="-1"
        disabled={position === 0}
        onClick={() => onMove(position - 1)}
      >
        <Icon name="back" small />
      </IconButton>
      <IconButton label={t`Remove picture ${number}`} data-remove="" onClick={onRemove}>
        <PanelIcon name="delete" small />
      </IconButton>
      <IconButton
        label={t`Move picture ${number} right`}
        data-move="1"
        disabled={isLast}
        onClick={() => onMove(position + 1)}
      >
        <Icon name="forward" small />
      </IconButton>
    </span>
  );
}
