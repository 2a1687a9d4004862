import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import { limits } from '#contract/limits.ts';
import { Note } from '../../ui/note.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import { type DraftImage, withAdded, withUploaded } from './draft-image.ts';
import { ImageList } from './image-list.tsx';
import { ImageUrlField } from './image-url-field.tsx';
import { UploadRows } from './upload-rows.tsx';
import { UploadTile } from './upload-tile.tsx';
import { useImageUpload } from './use-image-upload.ts';

const { imagesPerListing } = limits;

interface ListingImagesProps {
  images: readonly DraftImage[];
  previews: ReadonlyMap<string, string>;
  /** Called with an update function, because the images can change during an upload. */
  onChange: (change: (images: readonly DraftImage[]) => DraftImage[]) => void;
  onUploading: (isUploading: boolean) => void;
}

/** The images of a listing: uploaded (chosen or dropped, several at once) or by URL. */
export function ListingImages({ images, previews, onChange, onUploading }: ListingImagesProps) {
  const section = useRef<HTMLElement>(null);
  const chosenAs = useRef(new Map<string, number>());
  const room = imagesPerListing - images.length;
  const { uploads, isUploading, isDone, upload, retry, cancel } = useImageUpload(room, (url, id) => {
    chosenAs.current.set(url, id);
    onChange((current) => withUploaded(current, url, (other) => chosenAs.current.get(other)));
  });
  // A layout effect, as in useListingForm: the question about unsaved changes must know of an upload before the form can be closed.
  useLayoutEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const { isOver, ...dropping } = useFileDrop(upload);

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`grid gap-3 outline-none ${isOver ? 'dropping' : ''}`}
      aria-label={t`Images`}
      {...dropping}
    >
      <div className="bar">
        <h2 className="mr-auto">{t`Images`}</h2>
        <span className="subtle">{t`The first is shown in the collection. Drag, or use the arrows, to reorder.`}</span>
      </div>
      <ImageList images={images} previews={previews} onChange={onChange}>
        {room > 0 && <UploadTile onChoose={upload} />}
      </ImageList>
      <UploadRows
        uploads={uploads}
        onRetry={retry}
        onCancel={cancel}
        moveFocus={() => (section.current?.querySelector<HTMLElement>('.drop, input') ?? section.current)?.focus()}
      />
      {isDone && <Note tone="done">{t`Images uploaded successfully!`}</Note>}
      {room <= 0 && <Note tone="info">{t`A piece has at most ${imagesPerListing} pictures.`}</Note>}
      {room > 0 && (
        <ImageUrlField images={images} onAdd={(url) => onChange((current) => withAdded(current, [{ url, alt: '' }]))} />
      )}
    </section>
  );
}
