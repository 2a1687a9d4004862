import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { altOf, pictureKindWords } from '#contract/picture-kinds.ts';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { Lightbox } from './lightbox.tsx';
import { useLightboxHistory } from './use-lightbox-history.ts';

interface GalleryProps {
  images: readonly Image[];
  /** The name of the listing, the fallback for pictures without alternative text. */
  name: string;
  /** Shown over the large picture, e.g. SOLD. */
  children?: ReactNode;
  /** Shown below the large picture, beside the thumbnails. */
  tools?: ReactNode;
}

/** The pictures of a listing: one large picture, thumbnails, and a lightbox. */
export function Gallery({ images, name, children, tools }: GalleryProps) {
  const [chosen, setChosen] = useState(0);
  const lightbox = useLightboxHistory();
  const [first] = images;
  if (!first) {
    return (
      <div className="gallery">
        <figure className="plate">
          <PlaceholderPicture label={name} />
          {children}
        </figure>
      </div>
    );
  }
  const shown = images[chosen] ?? first;
  const [number, count] = [chosen + 1, images.length];
  const turn = (steps: number) => setChosen((chosen + steps + count) % count);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; the buttons inside take the focus.
    <div className="gallery" onKeyDown={(event) => turnByArrow(event, turn)}>
      {/* The box always has the ratio of the first picture, so that the layout does not shift. */}
      <figure className="plate" style={pictureBox({ ...shown, width: first.width, height: first.height })}>
        <Picture
          key={shown.url}
          image={shown}
          alt={altOf(shown, name)}
          sizes={`(min-width: 64rem) 54vw, ${cappedSizes(100)}`}
          eager
        />
        <button
          type="button"
          className="plate-zoom"
          aria-haspopup="dialog"
          aria-label={t`Enlarge picture ${number} of ${count}`}
          onClick={lightbox.open}
        />
        {children}
      </figure>
      {images.some(({ kind }) => kind) && (
        <p className="small muted">{shown.kind ? pictureKindWords[shown.kind] : '\u00a0'}</p>
      )}
      {tools ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {images.length > 1 && <Thumbnails images={images} chosen={chosen} onChoose={setChosen} />}
          {tools}
        </div>
      ) : (
        images.length > 1 && <Thumbnails images={images} chosen={chosen} onChoose={setChosen} />
      )}
      <Lightbox
        open={lightbox.isOpen}
        onClose={lightbox.close}
        images={images}
        chosen={chosen}
        onTurn={turn}
        name={name}
      />
    </div>
  );
}

interface ThumbnailsProps {
  images: readonly Image[];
  chosen: number;
  onChoose: (index: number) => void;
}

function Thumbnails({ images, chosen, onChoose }: ThumbnailsProps) {
  return (
    <div className="thumbs" role="group" aria-label={t`Pictures`}>
      {images.map((image, index) => (
        <button
          key={image.url}
          type="button"
          aria-label={nameOf(image, index + 1, images.length)}
          style={image.ground && pictureBox(image)}
          aria-current={index === chosen ? 'true' : undefined}
          onClick={() => onChoose(index)}
        >
          <Picture image={image} alt="" sizes="72px" />
        </button>
      ))}
    </div>
  );
}

/** The accessible name of a thumbnail: its position, and the kind of the picture if it has one. */
function nameOf({ kind }: Image, number: number, count: number): string {
  if (!kind) return t`Picture ${number} of ${count}`;
  const words = pictureKindWords[kind].toLowerCase();
  return t`Picture ${number} of ${count}, ${words}`;
}

/** Also receives the keys that are pressed in the lightbox, except those whose propagation the lightbox stops. */
function turnByArrow(event: KeyboardEvent, turn: (steps: number) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!steps) return;
  event.preventDefault();
  turn(steps);
}
