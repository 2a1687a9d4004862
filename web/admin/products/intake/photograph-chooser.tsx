import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UploadRows } from '../../listing-form/upload-rows.tsx';
import { useFileDrop } from '../../use-file-drop.ts';
import { filesOfDrop, filesOfInput } from './chosen-files.ts';
import type { IntakeUpload } from './use-intake-upload.ts';

/** Uploads that are shown at once; the others wait without a row. */
const shownUploads = 12;

/** Chooses a folder or files, by click or drop, and shows how far they are. */
export function PhotographChooser({ upload }: { upload: IntakeUpload }) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLElement>(null);
  const { isOver, ...dropping } = useFileDrop((_, transfer) => void filesOfDrop(transfer).then(upload.choose));
  const choose = ({ target }: { target: HTMLInputElement }) => {
    upload.choose(filesOfInput(target.files ?? []));
    // Reset, so that the same folder can be chosen again.
    target.value = '';
  };
  return (
    <section className={isOver ? 'panel dropping' : 'panel'} ref={area} aria-label="Bring in" {...dropping}>
      <div className="grid gap-3 p-5">
        <button type="button" className="drop" onClick={() => folder.current?.click()}>
          <Icon name="upload" />
          <span>
            <b className="font-medium text-ink">Choose a folder</b> or drop it here
          </span>
          <span className="subtle">
            Up to 1,000 photographs, JPG, PNG, WebP, AVIF, HEIC or TIFF, 15 MB each.
            <br />
            Names like carp_1.jpg, carp_2.jpg become one piece. Otherwise the time of the photograph decides.
          </span>
        </button>
        <input ref={folder} type="file" hidden aria-label="Folder of photographs" onChange={choose} {...folderInput} />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept="image/*,.heic,.heif,.tif,.tiff"
          aria-label="Photographs"
          onChange={choose}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="text" small onClick={() => files.current?.click()}>
            Choose single files
          </Button>
          <span className="subtle">
            You can close this page. What has arrived is kept for 7 days, and the rest goes on when you choose the
            folder again.
          </span>
        </div>
        <Progress
          upload={upload}
          onCancel={(id) => {
            upload.cancel(id);
            // The button that was pressed is removed with its row.
            area.current?.querySelector<HTMLElement>('.drop')?.focus();
          }}
        />
      </div>
    </section>
  );
}

// React has no type for it.
const folderInput: Record<string, string> = { webkitdirectory: '' };

function Progress({ upload, onCancel }: { upload: IntakeUpload; onCancel: (id: number) => void }) {
  const { uploads, total, arrived, words } = upload;
  const failed = uploads.filter(({ state }) => state === 'failed');
  const underWay = uploads.filter(({ state }) => state !== 'failed');
  const isDone = total > 0 && underWay.length === 0;
  const shown = [...underWay.filter(({ state }) => state === 'sending'), ...failed].slice(0, shownUploads);
  const retried = failed.filter(({ failure }) => failure?.canRetry);
  const hidden = uploads.length - shown.length;
  return (
    <>
      {total > 0 && (
        <div className="grid gap-2">
          <p className="flex flex-wrap gap-x-4">
            <b className="strong numeric">
              {arrived} of {total} photographs are in
            </b>
            <span className="muted numeric">
              {[
                failed.length > 0 && `${failed.length} failed`,
                underWay.length > 0 && `${underWay.length} on their way`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          <progress className="progress" value={arrived} max={total} aria-label="Photographs that are in" />
        </div>
      )}
      <p role="status" className="muted">
        {[isDone && failed.length === 0 && 'All photographs are in.', words].filter(Boolean).join(' ')}
      </p>
      <UploadRows uploads={shown} onRetry={upload.retry} onCancel={onCancel} />
      {hidden > 0 && <p className="subtle numeric">{hidden} more wait.</p>}
      {retried.length > 1 && (
        <Button
          variant="line"
          small
          onClick={() => {
            for (const { id } of retried) upload.retry(id);
          }}
        >
          Try all {retried.length} again
        </Button>
      )}
    </>
  );
}
