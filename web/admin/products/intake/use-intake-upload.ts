import { t } from '@lingui/core/macro';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call, type Failure } from '../../../api.ts';
import { uploadWithProgress } from '../../upload-with-progress.ts';
import type { Choice, ChosenFile } from './chosen-files.ts';
import { createIntakeUpload, type SentPhotograph, type UploadState } from './intake-upload.ts';

export interface IntakeUpload extends UploadState {
  choose: (choice: Choice) => void;
  retry: (id: number) => void;
  /** Ends a pause. */
  resume: () => void;
  cancel: (id: number) => void;
}

/** Sends photographs to the intake, each in a request of its own. `waiting`: how many photographs wait there. */
export function useIntakeUpload(waiting: number, onArrived: () => void): IntakeUpload {
  const [state, setState] = useState<UploadState>({ uploads: [], arrived: 0, inDrafts: 0, pause: null, words: '' });
  const upload = useRef<ReturnType<typeof createIntakeUpload>>(null);
  const countWaiting = useEffectEvent(() => waiting);
  const report = useEffectEvent(onArrived);
  // Created before the page is shown, because a folder can be dropped as soon as the page is.
  useLayoutEffect(() => {
    const opened = createIntakeUpload({
      send: createSender(),
      findMissing,
      onChange: setState,
      countWaiting: () => countWaiting(),
      onArrived: () => report(),
    });
    upload.current = opened;
    // `online`: the browser is connected again.
    window.addEventListener('online', opened.resume);
    return () => {
      window.removeEventListener('online', opened.resume);
      opened.close();
    };
  }, []);
  return {
    ...state,
    choose: (choice) => void upload.current?.choose(choice),
    retry: (id) => upload.current?.retry(id),
    resume: () => upload.current?.resume(),
    cancel: (id) => upload.current?.cancel(id),
  };
}

async function findMissing(files: readonly ChosenFile[]): Promise<readonly ChosenFile[] | string> {
  const answer = await call('findMissingFiles', { body: { files: files.map(descriptionOf) } });
  return answer.success ? answer.missing.flatMap((position) => files[position] ?? []) : asSentence(answer.message);
}

const asSentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

const descriptionOf = ({ file, folder }: ChosenFile) => ({
  name: file.name,
  folder,
  size: file.size,
  modifiedAt: file.lastModified,
});

/** How often a file is sent at which the server fails (500). */
const attempts = 3;

function createSender() {
  const failed = new WeakMap<File, number>();
  return async (
    chosen: ChosenFile,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<SentPhotograph> => {
    const form = new FormData();
    form.append('images', chosen.file);
    const { size: _, ...query } = descriptionOf(chosen);
    const answer = await call('uploadToIntake', { form, query, signal, transport: uploadWithProgress(onProgress) });
    if (answer.success) return { url: '', isInDraft: answer.draftId !== null };
    const count = (failed.get(chosen.file) ?? 0) + (answer.status === 500 ? 1 : 0);
    failed.set(chosen.file, count % attempts);
    return count < attempts ? afterFailure(answer) : { failure: { message: answer.message, canRetry: true } };
  };
}

/** Only a file that the server refuses fails. Every other failure pauses all uploads, because the next file would meet it, too. */
function afterFailure({ status, message }: Failure): Exclude<SentPhotograph, { url: string }> {
  if (status === 0) return { pause: { message: t`There is no connection to the shop.`, isTimed: true } };
  if (status === 408 || status === 429 || status >= 500)
    return { pause: { message: asSentence(message), isTimed: true } };
  // The person is signed out (401) or has no permission (403), or the intake is full (409).
  if (status === 401 || status === 403 || status === 409) return { pause: { message, isTimed: false } };
  return { failure: { message, canRetry: status !== 413 && status !== 415 } };
}
