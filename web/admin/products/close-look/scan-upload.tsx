import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Scan } from '#contract/scans.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { PanelIcon } from '../../panel-icon.tsx';
import { uploadWithProgress } from '../../upload-with-progress.ts';
import { useFileDrop } from '../../use-file-drop.ts';

interface ScanUploadProps {
  listingId: string;
  onUploaded: (scan: Scan | null) => void;
}

/** Chooses a scan or takes one that is dropped, and sends it with progress. */
export function ScanUpload({ listingId, onUploaded }: ScanUploadProps) {
  const { progress, failure, attempt, upload, stop } = useScanUpload(listingId, onUploaded);
  const input = useRef<HTMLInputElement>(null);
  const drop = useRef<HTMLButtonElement>(null);
  const { isOver, ...dropping } = useFileDrop((files) => void upload(files[0]));
  const isBusy = progress !== null;
  return (
    <div className={isOver ? 'grid gap-4 dropping' : 'grid gap-4'} {...dropping}>
      {/* Mounted anew each time, so that the same failure is announced again. */}
      {failure !== null && <FailureNote key={attempt}>{failure}</FailureNote>}
      <button
        ref={drop}
        type="button"
        className="drop"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && input.current?.click()}
      >
        <PanelIcon name="upload" />
        <span>
          <Trans>
            <b className="font-medium text-ink">Choose a scan</b> or drop it here
          </Trans>
        </span>
        <span className="subtle">{t`JPEG, PNG, TIFF or WebP, at most 200 million pixels and 620 MB`}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Scan`}
        accept="image/jpeg,image/png,image/tiff,image/webp"
        onChange={(event) => {
          void upload(event.target.files?.[0]);
          // Reset, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      {progress !== null && (
        <div className="grid gap-2">
          <progress className="progress" value={progress} max={1} aria-label={t`Uploading the scan`} />
          <p role="status" className={progress < 1 ? undefined : 'visually-hidden'}>
            {progress < 1 ? t`Uploading` : t`Checking the file`}
          </p>
          <div>
            {/* Once the server has the whole file, stopping would not keep it from becoming the scan. */}
            <Button
              variant="line"
              small
              busy={progress === 1}
              busyLabel={t`Checking the file`}
              onClick={() => {
                stop();
                // The button that was pressed is removed.
                drop.current?.focus();
              }}
            >
              {t`Stop the upload`}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function useScanUpload(listingId: string, onUploaded: (scan: Scan | null) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File | undefined) {
    if (!file || progress !== null) return;
    setAttempt((count) => count + 1);
    setFailure(file.size > limits.scanFile ? failures.scanTooLarge[1] : null);
    if (file.size > limits.scanFile) return;
    setProgress(0);
    const abort = new AbortController();
    running.current = abort;
    const form = new FormData();
    form.append('scan', file);
    const transport = uploadWithProgress(setProgress);
    const answer = await call('uploadScan', { params: { id: listingId }, form, signal: abort.signal, transport });
    setProgress(null);
    if (answer.success) onUploaded(answer.scan);
    else if (!abort.signal.aborted) setFailure(answer.message);
  }
  return { progress, failure, attempt, upload, stop: () => running.current?.abort() };
}
