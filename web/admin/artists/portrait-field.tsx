import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { FailureNote } from '../../ui/note.tsx';
import { ImageList } from '../listing-form/image-list.tsx';
import { UploadRows } from '../listing-form/upload-rows.tsx';
import { UploadTile } from '../listing-form/upload-tile.tsx';
import { useImageUpload } from '../listing-form/use-image-upload.ts';
import { useFileDrop } from '../use-file-drop.ts';

type Portrait = { url: string; alt: string };

interface PortraitFieldProps {
  portrait: Portrait | null;
  error: string | undefined;
  onChange: (update: (portrait: Portrait | null) => Portrait | null) => void;
  onUploading: (isUploading: boolean) => void;
}

/** The portrait of an artist: at most one picture, with its alternative text. */
export function PortraitField({ portrait, error, onChange, onUploading }: PortraitFieldProps) {
  const section = useRef<HTMLElement>(null);
  const { uploads, isUploading, upload, retry, cancel } = useImageUpload(
    portrait ? 0 : 1,
    (url) => onChange(() => ({ url, alt: '' })),
    t`An artist has one portrait`,
  );
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const { isOver, ...dropping } = useFileDrop(upload);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={isOver ? 'panel outline-none dropping' : 'panel outline-none'}
      aria-labelledby="artist-portrait"
      {...dropping}
    >
      <h2 id="artist-portrait">{t`Portrait`}</h2>
      <div className="settings-text">
        {error && <FailureNote>{error}</FailureNote>}
        <ImageList
          images={portrait ? [portrait] : []}
          previews={noPreviews}
          onChange={(update) => onChange((current) => update(current ? [current] : [])[0] ?? null)}
        >
          {!portrait && <UploadTile single onChoose={upload} />}
        </ImageList>
        <UploadRows
          uploads={uploads}
          onRetry={retry}
          onCancel={cancel}
          moveFocus={() => (section.current?.querySelector<HTMLElement>('.drop') ?? section.current)?.focus()}
        />
        <p className="hint">{t`Without a portrait the page begins with a detail of the newest work.`}</p>
      </div>
    </section>
  );
}

const noPreviews: ReadonlyMap<string, string> = new Map();
