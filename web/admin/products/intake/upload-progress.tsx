import { plural, t } from '@lingui/core/macro';
import { useRef } from 'react';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { UploadRows } from '../../listing-form/upload-rows.tsx';
import type { IntakeUpload } from './use-intake-upload.ts';

/** How many uploads have a row at the same time; the others are only counted. */
const shownUploads = 12;

/** Shows how far the uploads are, which of them failed, and why nothing is sent at the moment. */
export function UploadProgress({ upload }: { upload: IntakeUpload }) {
  const { uploads, arrived, inDrafts, words } = upload;
  const area = useRef<HTMLDivElement>(null);
  const total = arrived + uploads.length;
  const failed = uploads.filter(({ state }) => state === 'failed');
  const underWay = uploads.filter(({ state }) => state !== 'failed');
  const shown = [...underWay.filter(({ state }) => state === 'sending'), ...failed].slice(0, shownUploads);
  const retryable = failed.filter(({ failure }) => failure?.canRetry);
  const hidden = uploads.length - shown.length;
  const count = retryable.length;
  return (
    <div className="grid gap-3" ref={area} tabIndex={-1}>
      {total > 0 && <Bar upload={upload} total={total} failed={failed.length} underWay={underWay.length} />}
      <p role="status" className="muted empty:hidden">
        {[
          total > 0 && uploads.length === 0 && t`All photographs are in.`,
          inDrafts > 0 && inDraftsWords(inDrafts),
          words,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <PauseNote
        upload={upload}
        onResume={() => {
          upload.resume();
          // The note is removed with its button as soon as a file was sent.
          area.current?.focus();
        }}
      />
      <UploadRows
        uploads={shown}
        onRetry={upload.retry}
        onCancel={upload.cancel}
        moveFocus={() => area.current?.focus()}
      />
      {shown.length > 0 && hidden > 0 && <p className="subtle numeric">{hiddenWords(hidden)}</p>}
      {count > 1 && (
        <Button
          variant="line"
          small
          onClick={() => {
            for (const { id } of retryable) upload.retry(id);
            // The button is removed.
            area.current?.focus();
          }}
        >
          {t`Try all ${count} again`}
        </Button>
      )}
    </div>
  );
}

function inDraftsWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} photograph was added to the draft of its piece.`,
    other: `${shown} photographs were added to the drafts of their pieces.`,
  });
}

function hiddenWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `${shown} more waits.`, other: `${shown} more wait.` });
}

interface BarProps {
  upload: IntakeUpload;
  total: number;
  failed: number;
  underWay: number;
}

function Bar({ upload: { arrived, pause }, total, failed, underWay }: BarProps) {
  const words = [
    failed > 0 && t`${failed} failed`,
    underWay > 0 && (pause ? t`${underWay} not sent yet` : t`${underWay} on their way`),
  ];
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-x-4">
        <b className="strong numeric">{arrivedWords(arrived, total)}</b>
        <span className="muted numeric">{words.filter(Boolean).join(', ')}</span>
      </p>
      <progress className="progress" value={arrived} max={total} aria-label={t`Photographs that are in`} />
    </div>
  );
}

function arrivedWords(arrived: number, total: number): string {
  const [shown, totalShown] = [inDigits(arrived), inDigits(total)];
  return plural(total, {
    one: `${shown} of ${totalShown} photograph is in`,
    other: `${shown} of ${totalShown} photographs are in`,
  });
}

function PauseNote({ upload: { pause }, onResume }: { upload: IntakeUpload; onResume: () => void }) {
  if (!pause) return null;
  return (
    <Note tone="failed">
      {pause.message}{' '}
      {pause.isTimed ? t`The upload goes on by itself; keep this page open.` : t`The upload has stopped.`}{' '}
      <Button variant="text" small onClick={onResume}>
        {pause.isTimed ? t`Try Now` : t`Go On`}
      </Button>
    </Note>
  );
}
