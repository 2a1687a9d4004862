import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { moveItem } from '../../../ui/move-item.ts';
import { Note } from '../../../ui/note.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { UploadRows } from '../../listing-form/upload-rows.tsx';
import { UploadTile } from '../../listing-form/upload-tile.tsx';
import { useImageUpload } from '../../listing-form/use-image-upload.ts';
import { useFileDrop } from '../../use-file-drop.ts';
import { useFocusAfter } from '../../use-focus-after.ts';
import { PhotographFields } from './photograph-fields.tsx';
import { type DraftPhotograph, uploadedImage, withPictures } from './report-draft.ts';

interface PhotographsFieldsProps {
  photographs: readonly DraftPhotograph[];
  /** The pictures of the piece that the shop stores. */
  own: readonly Image[];
  /** The message of the server; undefined if there is nothing to say. */
  error: string | undefined;
  /** An update function, because the photographs can change during an upload. */
  onChange: (change: (photographs: readonly DraftPhotograph[]) => DraftPhotograph[]) => void;
}

/** The photographs of a report: uploaded (chosen or dropped, several at once), or pictures that the piece has. */
export function PhotographsFields({ photographs, own, error, onChange }: PhotographsFieldsProps) {
  const part = useRef<HTMLElement>(null);
  const room = limits.conditionPhotographs - photographs.length;
  const add = (images: readonly Image[]) =>
    onChange((current) => withPictures(current, images).slice(0, limits.conditionPhotographs));
  const { uploads, upload, retry, cancel } = useImageUpload(room, (url) => add([uploadedImage(url)]), fullMessage);
  const { isOver, ...dropping } = useFileDrop(upload);
  const focusNext = useFocusAfter(part, photographs);
  const known = new Set(photographs.map(({ image }) => image.url));
  const left = own.filter(({ url }) => !known.has(url));

  return (
    <section
      ref={part}
      tabIndex={-1}
      className={`grid gap-6 outline-none ${isOver ? 'dropping' : ''}`}
      aria-label={t`Photographs`}
      {...dropping}
    >
      <h2>{t`Photographs`}</h2>
      {error && <Note tone="failed">{error}</Note>}
      <PhotographList
        photographs={photographs}
        onChange={onChange}
        onMoved={(url, by) => {
          const moved = `[data-photograph="${CSS.escape(url)}"]`;
          // At the end of the list the button that was pressed is disabled.
          focusNext(`${moved} [data-move="${by}"]:enabled`, `${moved} [data-move]:enabled`);
        }}
        onRemoved={() => part.current?.focus()}
      />
      <UploadRows uploads={uploads} onRetry={retry} onCancel={cancel} moveFocus={() => part.current?.focus()} />
      {room > 0 ? (
        <AddPictures
          images={left}
          onAdd={(image) => {
            // The button that was pressed is removed.
            focusNext(`[data-photograph="${CSS.escape(image.url)}"] input`);
            add([image]);
          }}
          tile={<UploadTile onChoose={upload} />}
        />
      ) : (
        <Note tone="info">{fullMessage}</Note>
      )}
    </section>
  );
}

const most = limits.conditionPhotographs;
const fullMessage = t`A report has at most ${most} photographs.`;

interface PhotographListProps extends Pick<PhotographsFieldsProps, 'photographs' | 'onChange'> {
  onMoved: (url: string, by: -1 | 1) => void;
  /** Called after a photograph was removed, together with the button that was pressed. */
  onRemoved: () => void;
}

/** The photographs in their order; screen readers are told what was moved and removed. */
function PhotographList({ photographs, onChange, onMoved, onRemoved }: PhotographListProps) {
  const [said, setSaid] = useState('');

  function move(url: string, position: number, by: -1 | 1) {
    onMoved(url, by);
    onChange((current) => moveItem(current, position, position + by));
    const [from, to, count] = [position + 1, position + by + 1, photographs.length];
    setSaid(t`Photograph ${from} is now photograph ${to} of ${count}`);
  }

  function remove(position: number) {
    onChange((current) => current.filter((_, at) => at !== position));
    const number = position + 1;
    setSaid(t`Photograph ${number} removed`);
    onRemoved();
  }

  return (
    <>
      {photographs.map((photograph, position) => (
        <PhotographFields
          key={photograph.image.url}
          photograph={photograph}
          number={position + 1}
          count={photographs.length}
          onChange={(changed) =>
            onChange((current) => current.map((one) => (one.image.url === changed.image.url ? changed : one)))
          }
          onMove={(by) => move(photograph.image.url, position, by)}
          onRemove={() => remove(position)}
        />
      ))}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

interface AddPicturesProps {
  images: readonly Image[];
  onAdd: (image: Image) => void;
  tile: ReactNode;
}

/** The pictures of the piece that are not in the report yet, and the tile that uploads others. */
function AddPictures({ images, onAdd, tile }: AddPicturesProps) {
  return (
    <ul className="picture-tiles" aria-label={t`Add photographs`}>
      {images.map((image, position) => (
        <li key={image.url} className="grid gap-1.5">
          <span className="picture-tile">
            <Picture image={image} sizes="8rem" alt="" />
          </span>
          <Button variant="line" small onClick={() => onAdd(image)}>
            <AddWords number={position + 1} />
          </Button>
        </li>
      ))}
      {tile}
    </ul>
  );
}

function AddWords({ number }: { number: number }) {
  return (
    <Trans>
      Add<span className="visually-hidden"> picture {number} of the piece</span>
    </Trans>
  );
}
