import { useEffect, useRef } from 'react';
import { limits } from '#contract/limits.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import { type DraftImage, withAdded } from './draft-image.ts';
import { ImageList } from './image-list.tsx';
import { ImageUrlField } from './image-url-field.tsx';
import { type UploadOutcome, useImageUpload } from './use-image-upload.ts';

interface ProductImagesProps {
  images: readonly DraftImage[];
  previews: ReadonlyMap<string, string>;
  /** The change is made to whatever the pictures are by then: an upload takes its time. */
  onChange: (change: (images: readonly DraftImage[]) => DraftImage[]) => void;
  onUploading: (isUploading: boolean) => void;
}

/** The pictures of a piece: by upload (chosen or dropped, several at once) or by their address on the web. */
export function ProductImages({ images, previews, onChange, onUploading }: ProductImagesProps) {
  const add = (urls: string[]) =>
    onChange((current) =>
      withAdded(
        current,
        urls.map((url) => ({ url, alt: '' })),
      ),
    );
  const { progress, outcome, upload } = useImageUpload(add);
  const isUploading = progress !== null;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const room = limits.imagesPerListing - images.length;
  const { isOver, ...dropping } = useFileDrop((files) => void upload(files));

  return (
    <section className={`grid gap-3 ${isOver ? 'dropping' : ''}`} aria-label="Images" {...dropping}>
      <div className="bar">
        <h2 className="mr-auto">Images</h2>
        <span className="subtle">The first is shown in the collection. Drag, or use the arrows, to reorder.</span>
      </div>
      <ImageList images={images} previews={previews} onChange={onChange}>
        {room > 0 && <UploadTile busy={isUploading} onChoose={(files) => void upload(files)} />}
      </ImageList>
      <UploadState progress={progress} outcome={outcome} isFull={room <= 0} />
      {room > 0 && <ImageUrlField images={images} onAdd={(url) => add([url])} />}
    </section>
  );
}

function UploadTile({ busy, onChoose }: { busy: boolean; onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button
        type="button"
        className="drop pic-drop"
        aria-disabled={busy || undefined}
        onClick={() => !busy && input.current?.click()}
      >
        <Icon name="upload" />
        <span>
          Upload
          <br />
          images
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif"
        aria-label="Upload images"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </li>
  );
}

interface UploadStateProps {
  progress: number | null;
  outcome: UploadOutcome | null;
  isFull: boolean;
}

function UploadState({ progress, outcome, isFull }: UploadStateProps) {
  const percent = Math.round((progress ?? 0) * 100);
  if (progress !== null)
    return (
      <div className="grid gap-1">
        <progress className="progress" value={percent} max={100} aria-label="Uploading images" />
        <span className="subtle num">{percent < 100 ? `Uploading... ${percent}%` : 'Preparing the pictures...'}</span>
      </div>
    );
  return (
    <>
      {outcome && <Note tone={outcome.succeeded ? 'done' : 'failed'}>{outcome.text}</Note>}
      {isFull && <Note tone="info">A piece has at most {limits.imagesPerListing} pictures.</Note>}
    </>
  );
}
