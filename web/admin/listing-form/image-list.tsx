import { t } from '@lingui/core/macro';
import { type ReactNode, useRef, useState } from 'react';
import { moveItem } from '../../ui/move-item.ts';
import { useDragToMove } from '../use-drag-to-move.ts';
import { useFocusAfter } from '../use-focus-after.ts';
import type { DraftImage } from './draft-image.ts';
import { ImageTile } from './image-tile.tsx';

interface ImageListProps {
  images: readonly DraftImage[];
  previews: ReadonlyMap<string, string>;
  onChange: (change: (images: readonly DraftImage[]) => DraftImage[]) => void;
  /** Rendered after the last image. */
  children: ReactNode;
}

/** The images in their order. Each move and removal is announced. After one by button, the same button or one near it has the focus. */
export function ImageList({ images, previews, onChange, children }: ImageListProps) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusAfter(list, images);
  const drag = useDragToMove(move);

  function move(from: number, to: number) {
    onChange((current) => moveItem(current, from, to));
    const [before, now, count] = [from + 1, to + 1, images.length];
    setSaid(t`Picture ${before} is now picture ${now} of ${count}`);
  }

  function moveByButton(from: number, to: number) {
    const pressed = `[data-url="${CSS.escape(images[from]?.url ?? '')}"] [data-move="${to - from}"]:enabled`;
    focusNext(pressed, ...usefulButtons(to));
    move(from, to);
  }

  function remove(position: number) {
    focusNext(...usefulButtons(Math.min(position, images.length - 2)));
    onChange((current) => current.filter((_, at) => at !== position));
    const number = position + 1;
    setSaid(t`Picture ${number} removed`);
  }

  return (
    <>
      <ul className="picture-tiles" ref={list}>
        {images.map((image, position) => (
          <ImageTile
            key={image.url}
            image={image}
            position={position}
            isLast={position === images.length - 1}
            preview={previews.get(image.url)}
            drag={drag(position, image.url)}
            onMove={(to) => moveByButton(position, to)}
            onRemove={() => remove(position)}
            onDescribe={(described) =>
              onChange((current) => current.map((one) => (one.url === image.url ? described : one)))
            }
          />
        ))}
        {children}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** Selectors of an enabled button of the image at a position, from 0, and of the upload button if no image is left. */
const usefulButtons = (position: number) => [
  `li:nth-child(${position + 1}) :is([data-move]:enabled, [data-remove])`,
  '.drop',
];
