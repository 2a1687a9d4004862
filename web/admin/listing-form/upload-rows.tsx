import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { Upload } from './upload-queue.ts';

interface UploadRowsProps {
  uploads: readonly Upload[];
  onRetry: (id: number) => void;
  /** Also removes a failed upload. */
  onCancel: (id: number) => void;
}

/** The uploads that are under way or failed, each with its own progress and message. */
export function UploadRows({ uploads, onRetry, onCancel }: UploadRowsProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          onRetry={() => onRetry(upload.id)}
          onCancel={() => onCancel(upload.id)}
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
  const ofFile = <span className="visually-hidden"> {file.name}</span>;
  return (
    <li>
      {failure ? (
        <Note tone="failed">
          Failed to upload images: {file.name}: {failure.message}
        </Note>
      ) : (
        <div className="grid gap-1">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="wrap-anywhere">{file.name}</span>
            <span className="subtle numeric">{progressText(state, share)}</span>
          </p>
          <progress className="progress" value={share} max={1} aria-label={`Uploading ${file.name}`} />
        </div>
      )}
      <div className="flex gap-3">
        {failure?.canRetry && (
          <Button variant="text" small onClick={onRetry}>
            Try Again{ofFile}
          </Button>
        )}
        <Button variant="text" small onClick={onCancel}>
          {failure ? 'Dismiss' : 'Cancel'}
          {ofFile}
        </Button>
      </div>
    </li>
  );
}

function progressText(state: Upload['state'], share: number): string {
  if (state === 'waiting') return 'Waiting...';
  return share < 1 ? `Uploading... ${Math.round(share * 100)}%` : 'Preparing the picture...';
}
