import { t } from '@lingui/core/macro';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { Upload } from './upload-queue.ts';

interface UploadRowsProps {
  uploads: readonly Upload[];
  onRetry: (id: number) => void;
  /** Also removes a failed upload. */
  onCancel: (id: number) => void;
  /** Called after each click, because it removes the button with the focus. */
  moveFocus: () => void;
}

/** The uploads that are under way or failed, each with its own progress and message. */
export function UploadRows({ uploads, onRetry, onCancel, moveFocus }: UploadRowsProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label={t`Uploads`}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          onRetry={() => {
            onRetry(upload.id);
            moveFocus();
          }}
          onCancel={() => {
            onCancel(upload.id);
            moveFocus();
          }}
        />
      ))}
    </ul>
  );
}

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onCancel: () => void;
}

function UploadRow({ upload: { file, state, share, failure }, onRetry, onCancel }: UploadRowProps) {
  const { name } = file;
  const ofFile = <span className="visually-hidden"> {name}</span>;
  return (
    <li>
      {failure ? (
        <Note tone="failed">{failureWords(name, failure)}</Note>
      ) : (
        <div className="grid gap-1">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="wrap-anywhere">{name}</span>
            <span className="subtle numeric">{progressText(state, share)}</span>
          </p>
          <progress className="progress" value={share} max={1} aria-label={t`Uploading ${name}`} />
        </div>
      )}
      <div className="flex gap-3">
        {failure?.canRetry && (
          <Button variant="text" small onClick={onRetry}>
            {t`Try Again`}
            {ofFile}
          </Button>
        )}
        <Button variant="text" small onClick={onCancel}>
          {failure ? t`Dismiss` : t`Cancel`}
          {ofFile}
        </Button>
      </div>
    </li>
  );
}

function failureWords(name: string, { message }: NonNullable<Upload['failure']>): string {
  return t`Failed to upload images: ${name}: ${message}`;
}

function progressText(state: Upload['state'], share: number): string {
  if (state === 'waiting') return t`Waiting...`;
  const percent = Math.round(share * 100);
  return share < 1 ? t`Uploading... ${percent}%` : t`Preparing the picture...`;
}
