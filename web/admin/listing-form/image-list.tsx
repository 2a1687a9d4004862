import { t } from '@lingui/core/macro';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type DraftImage, moved } from './draft-image.ts';
import { ImageTile } from './image-tile.tsx';

interface ImageListProps {
  images: readonly DraftImage[];
  previews: ReadonlyMap<string, string>;
  onChange: (change: (images: readonly DraftImage[]) => DraftImage[]) => void;
  /** Rendered after the last image. */
  children: ReactNode;
}

/** The images in their order. Moves and removals by button are announced, and the focus stays on a useful button. */
export function ImageList({ images, previews, onChange, children }: ImageListProps) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusAfterChange(list, images);
  const drag = useDrag(move);

  function move(from: number, to: number) {
    onChange((current) => moved(current, from, to));
    const [before, now, count] = [from + 1, to + 1, images.length];
    setSaid(t`Picture ${before} is now picture ${now} of ${count}`);
  }

  function moveByButton(from: number, to: number) {
    focusNext(`[data-url="${CSS.escape(images[from]?.url ?? '')}"] [data-move="${to - from}"]`, to);
    move(from, to);
  }

  function remove(position: number) {
    focusNext('', Math.min(position, images.length - 2));
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
            {...drag(position)}
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

/** The attributes of the tile at a position, which can be dragged to the place of another one. */
function useDrag(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const endDrag = () => {
    setDragged(null);
    setTarget(null);
  };
  return (position: number) => ({
    look: lookAt(position, dragged, target),
    onDragStart: () => setDragged(position),
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setTarget(position);
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged !== position) move(dragged, position);
      endDrag();
    },
    onDragEnd: endDrag,
  });
}

function lookAt(position: number, dragged: number | null, target: number | null): 'dragged' | 'target' | 'resting' {
  if (dragged === position) return 'dragged';
  return dragged !== null && target === position ? 'target' : 'resting';
}

/**
 * Where the focus goes after the next change of the images: to the requested button, or if that is missing or disabled,
 * to the other button that moves the image at this position, otherwise to the upload.
 */
function useFocusAfterChange(list: { readonly current: HTMLElement | null }, images: readonly DraftImage[]) {
  const wanted = useRef<{ selector: string; position: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the images.
  useEffect(() => {
    const goal = wanted.current;
    if (!goal) return;
    wanted.current = null;
    const named = goal.selector ? list.current?.querySelector<HTMLButtonElement>(`${goal.selector}:enabled`) : null;
    const atPosition = list.current?.children[Math.max(0, goal.position)]?.querySelector<HTMLElement>(
      '[data-move]:enabled, [data-remove]',
    );
    (named ?? atPosition ?? list.current?.querySelector<HTMLElement>('.drop'))?.focus();
  }, [images]);
  return (selector: string, position: number) => {
    wanted.current = { selector, position };
  };
}
